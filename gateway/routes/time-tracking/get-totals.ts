import { Type } from 'typebox';
import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { present } from '../../../platform/core/present.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { PeriodUnit, type Totals as TotalsMessage } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { asView } from '../../endpoint/envelope.ts';
import { Totals, type TotalsView, totalsExample } from '../../schema/time-totals.ts';
import { Choice, LocalDate } from '../../schema/types.ts';
import { refusals } from './refusals.ts';

export const getTotals = readEndpoint({
  path: '/time-tracking/totals',
  operationId: 'getTotals',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Get the hours of a member',
  description:
    'An addition to the specification: the hours of each local day, week or month, in the time zone of the institution. A log that passes midnight belongs to each day by the part of it that lies there, and so do its pauses. Each number of minutes is rounded down from the exact sum by itself, so `workedMinutes` of the whole may be more than the sum over the periods. Open sessions do not count. An archived member can be read by `userId` alone.',
  isExtension: true,
  member: 'request',
  query: Type.Object({
    from: LocalDate('The first day.', '2026-10-01'),
    to: LocalDate('The day after the last: after `from`, by at most 366 days.', '2026-11-01'),
    by: Type.Optional(
      Choice(
        lowerCaseTexts(PeriodUnit).all,
        'How long each period is: a day by default, a week from Monday, or a month.',
      ),
    ),
  }),
  refusals: [refusals.disabled],
  data: Totals,
  example: totalsExample,
  async run({ member, query: { from, to, by = 'day' }, call }) {
    const unit = PeriodUnit[by.toUpperCase() as Uppercase<typeof by>];
    const { totals } = await call(LogService.method.getTotals, { member, from, to, by: unit });
    return { data: asView<TotalsView, TotalsMessage>(present(totals, 'totals')) };
  },
});
