import { present } from '../../../../platform/core/present.ts';
import { SessionService } from '../../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import { TimePunch } from '../../../schema/time-punch.ts';
import { sessionExample, TimeRecord } from '../../../schema/time-record.ts';
import { punch } from '../punch.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';

export const resumeSession = writeEndpoint({
  path: '/time-tracking/sessions/resume',
  method: 'POST',
  operationId: 'resumeSession',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'End the running pause',
  description:
    'On a later local day, the request returns 409 and still closes the session at the end of the day on which it started: `closedActiveSession`.',
  member: 'request',
  idempotencyKey: 'required',
  body: TimePunch,
  bodyExample: { code: 'NH-0001' },
  refusals: [refusals.disabled, refusals.notOpen, refusals.notPaused, refusals.autoClosed, refusals.monthClosed],
  success: 200,
  data: TimeRecord,
  example: sessionExample,
  async run({ member, body, send }) {
    const { message, metadata } = await send(SessionService.method.resumeSession, punch(member, body));
    const session = present(message.session, 'session');
    return { data: timeRecordView(session), revision: session.revision, metadata };
  },
});
