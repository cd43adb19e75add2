import { Type } from 'typebox';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import type { Totals as TotalsMessage } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { asView } from '../../endpoint/envelope.ts';
import { MemberTotals, type MemberTotalsView, memberTotalsExample } from '../../schema/time-totals.ts';
import { Instant, LocalDate } from '../../schema/types.ts';
import { refusals } from './refusals.ts';

export const listMemberTotals = listEndpoint({
  path: '/time-tracking/member-totals',
  operationId: 'listMemberTotals',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'List the hours of all members',
  description:
    'An addition to the specification: of each member with anything in these local days of the institution, the sums of `GET /time-tracking/totals`. Ordered by `userId`. Includes archived members. If few of many members have anything, a page may have fewer of them than `limit`, or none: continue while there is a `next_cursor`.',
  isExtension: true,
  filters: Type.Object({
    from: LocalDate('The first day.', '2026-10-01'),
    to: LocalDate('The day after the last: after `from`, by at most 366 days.', '2026-11-01'),
    userGroupId: Type.Optional(
      Type.String({
        description: 'Only members who are in this user group now. An unknown group gives an empty list.',
        maxLength: 1000,
      }),
    ),
    updatedSince: Type.Optional(
      Instant(
        'Only members of whom a log or session changed at or after this instant, whichever days it is of. If its times were corrected, a member who has nothing in these days any more is in the list, too, with zeros. Logs that were erased are not found: `log.deleted` of the feed names them.',
      ),
    ),
  }),
  refusals: [refusals.disabled],
  item: MemberTotals,
  example: memberTotalsExample,
  position: ({ userId }) => ({ sort: userId, id: userId }),
  async run({ filters, page, call }) {
    const { totals, hasMore, end, nextUpdatedSince } = await call(LogService.method.listMemberTotals, {
      ...filters,
      page,
    });
    const items = totals.map((each) => asView<MemberTotalsView, TotalsMessage>(each));
    return { items, hasMore, end, nextUpdatedSince };
  },
});
