import { maskOf, resourceIn } from '../../../../platform/core/json-resource.ts';
import { present } from '../../../../platform/core/present.ts';
import { LogService } from '../../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { TimeRecordSchema } from '../../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import { LogUpdate } from '../../../schema/time-log.ts';
import { logExample, TimeRecord } from '../../../schema/time-record.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';

export const updateLog = writeEndpoint({
  path: '/time-tracking/logs/{id}',
  method: 'PATCH',
  operationId: 'updateLog',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Change a log',
  description:
    'Fields that you leave out keep their values. `pauses` replaces all pauses, `[]` removes them, and `null` clears the note. The log does not conflict with itself.',
  member: 'request',
  ifMatch: 'required',
  body: LogUpdate,
  bodyExample: { code: 'NH-0001', endTime: '2026-10-05T17:00:00+02:00', pauses: [], note: 'Terminal was offline.' },
  refusals: [refusals.disabled, refusals.overlapping, refusals.monthClosed],
  success: 200,
  data: TimeRecord,
  example: { ...logExample, pauses: [], note: 'Terminal was offline.', pauseMinutes: 0, workedMinutes: 510 },
  async run({ member, params, body, precondition, send }) {
    const { message, metadata } = await send(LogService.method.updateLog, {
      member,
      id: params.id,
      log: resourceIn(TimeRecordSchema, body),
      updateMask: maskOf(TimeRecordSchema, body),
      ...(precondition ? { precondition } : {}),
    });
    const log = present(message.log, 'log');
    return { data: timeRecordView(log), revision: log.revision, metadata };
  },
});
