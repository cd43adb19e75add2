import { resourceIn } from '../../../../platform/core/json-resource.ts';
import { present } from '../../../../platform/core/present.ts';
import { LogService } from '../../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { TimeRecordSchema } from '../../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import { LogCreate } from '../../../schema/time-log.ts';
import { logExample, TimeRecord } from '../../../schema/time-record.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';

export const createLog = writeEndpoint({
  path: '/time-tracking/logs',
  method: 'POST',
  operationId: 'createLog',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Create a log',
  description:
    'Returns 409 if it overlaps another record of the member, including an open session. A log may begin exactly where another ends.',
  member: 'request',
  idempotencyKey: 'required',
  body: LogCreate,
  bodyExample: {
    code: 'NH-0001',
    startTime: '2026-10-05T08:00:00+02:00',
    endTime: '2026-10-05T16:30:00+02:00',
    pauses: [{ startTime: '2026-10-05T12:00:00+02:00', endTime: '2026-10-05T12:30:00+02:00' }],
  },
  refusals: [refusals.disabled, refusals.overlapping, refusals.monthClosed],
  success: 201,
  data: TimeRecord,
  example: { ...logExample, source: 'api' },
  async run({ member, body, send }) {
    const { message, metadata } = await send(LogService.method.createLog, {
      member,
      log: resourceIn(TimeRecordSchema, body),
    });
    const log = present(message.log, 'log');
    return { data: timeRecordView(log), revision: log.revision, metadata };
  },
});
