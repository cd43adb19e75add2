import { Type } from 'typebox';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { logExample, TimeRecord } from '../../schema/time-record.ts';
import { Instant, LocalDate } from '../../schema/types.ts';
import { refusals } from './refusals.ts';
import { timeRecordView } from './time-record-view.ts';

export const listMemberLogs = listEndpoint({
  path: '/time-tracking/member-logs',
  operationId: 'listMemberLogs',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'List the logs and open sessions of all members',
  description:
    'An addition to the specification: the logs and open sessions that touch these local days of the institution, those of archived members too. An open session lasts until now. Ordered by `startTime`, or with `updatedSince` by `updatedAt`. If few of many records are of the user group or of these days, a page may have fewer of them than `limit`, or none: continue while there is a `next_cursor`.',
  isExtension: true,
  filters: Type.Object({
    from: LocalDate('The first day.', '2026-10-01'),
    to: LocalDate('The day after the last: after `from`, by at most 366 days.', '2026-11-01'),
    userGroupId: Type.Optional(
      Type.String({
        description: 'Only of members who are in this user group now. An unknown group gives an empty list.',
        maxLength: 1000,
      }),
    ),
    updatedSince: Type.Optional(
      Instant(
        'Only logs and sessions that changed at or after this instant. A log that has left these days since, because its times were corrected or because a late punch ended it before them, is in the list, too: compare its times. Logs that were erased are not found: `log.deleted` of the feed names them.',
      ),
    ),
  }),
  refusals: [refusals.disabled],
  item: TimeRecord,
  example: logExample,
  async run({ filters, page, call }) {
    const { logs, hasMore, end, nextUpdatedSince } = await call(LogService.method.listMemberLogs, { ...filters, page });
    return {
      items: logs.map(timeRecordView),
      ends: logs.map(({ startTime, updatedAt, id }) => ({
        sort: filters.updatedSince === undefined ? startTime : updatedAt,
        id,
      })),
      ...{ hasMore, end, nextUpdatedSince },
    };
  },
});
