import type { CountFindingsResponse } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { link } from '../../components/elements.ts';
import { numberText, t } from '../../components/language.ts';
import { date, type Present } from '../../components/time.ts';
import { FINDINGS, mondayOf } from '../findings/filter.ts';
import { startOf, todayIn } from '../time-records/record-of.ts';
import type { Item } from './erasure-items.ts';

/** The days whose findings the overview counts: from the Monday of last week, so that a Monday morning has some. */
export function countedDays(present: Present): { readonly from: string; readonly to: string } {
  const today = todayIn(present);
  const from = Temporal.PlainDate.from(mondayOf(String(today))).subtract({ days: 7 });
  return { from: String(from), to: String(today.add({ days: 1 })) };
}

/** Open findings of working time. */
export function findingItems(counted: CountFindingsResponse | undefined | null, present: Present): Item[] {
  const { open = 0, hasMore = false } = counted ?? {};
  if (open === 0) return [];
  const { from } = countedDays(present);
  const address = `${FINDINGS}?${new URLSearchParams({ from, to: String(todayIn(present)) })}`;
  const count = hasMore ? t.overview.moreFindings(numberText(open)) : t.overview.findings(open);
  const since = date(startOf(Temporal.PlainDate.from(from), present), present);
  return [
    {
      tone: 'warn',
      word: t.overview.workingTime,
      text: t.overview.openFindings(link(address, count), since, open),
    },
  ];
}
