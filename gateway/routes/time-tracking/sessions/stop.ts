import { present } from '../../../../platform/core/present.ts';
import { SessionService } from '../../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import { TimePunch } from '../../../schema/time-punch.ts';
import { logExample, TimeRecord } from '../../../schema/time-record.ts';
import { punch } from '../punch.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';

export const stopSession = writeEndpoint({
  path: '/time-tracking/sessions/stop',
  method: 'POST',
  operationId: 'stopSession',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Clock out',
  description:
    'Ends a running pause, too. On a later local day, the session is closed at the end of the day on which it started, and the response is that log.',
  member: 'request',
  idempotencyKey: 'required',
  body: TimePunch,
  bodyExample: { code: 'NH-0001' },
  refusals: [refusals.disabled, refusals.notOpen, refusals.overlapping, refusals.monthClosed],
  success: 200,
  data: TimeRecord,
  example: logExample,
  async run({ member, body, send }) {
    const { message, metadata } = await send(SessionService.method.stopSession, punch(member, body));
    const log = present(message.log, 'log');
    return { data: timeRecordView(log), revision: log.revision, metadata };
  },
});
