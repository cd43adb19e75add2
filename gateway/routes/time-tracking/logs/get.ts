import { present } from '../../../../platform/core/present.ts';
import { LogService } from '../../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { readEndpoint } from '../../../endpoint/declare.ts';
import { logExample, TimeRecord } from '../../../schema/time-record.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';

export const getLog = readEndpoint({
  path: '/time-tracking/logs/{id}',
  operationId: 'getLog',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Get one log',
  description:
    'Returns 404 for the log of another member and for an open session. An archived member can be read by `userId` alone.',
  member: 'request',
  refusals: [refusals.disabled],
  data: TimeRecord,
  example: logExample,
  async run({ member, params, call }) {
    const response = await call(LogService.method.getLog, { member, id: params.id });
    const log = present(response.log, 'log');
    return { data: timeRecordView(log), revision: log.revision };
  },
});
