import { Type } from 'typebox';
import { LogService } from '../../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { listEndpoint } from '../../../endpoint/declare.ts';
import { logExample, TimeRecord } from '../../../schema/time-record.ts';
import { Instant } from '../../../schema/types.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';

export const listLogs = listEndpoint({
  path: '/time-tracking/logs',
  operationId: 'listLogs',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'List the logs of a member',
  description:
    'Ordered by `startTime`. Open sessions are not included. An archived member can be read by `userId` alone.',
  member: 'request',
  refusals: [refusals.disabled],
  filters: Type.Object({
    from: Type.Optional(
      Instant('Only logs that end after this instant. Together with `to`: the logs that overlap [from, to).'),
    ),
    to: Type.Optional(Instant('Only logs that begin before this instant.')),
  }),
  item: TimeRecord,
  example: logExample,
  position: ({ startTime, id }) => ({ sort: startTime, id }),
  async run({ member, filters, page, call }) {
    const { logs, hasMore } = await call(LogService.method.listLogs, { member, ...filters, page });
    return { items: logs.map(timeRecordView), hasMore };
  },
});
