import type { CountFindingsResponse } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { link } from '../../components/elements.ts';
import { html } from '../../components/html.ts';
import { numberText } from '../../components/language.ts';
import type { Present } from '../../components/time.ts';
import { FINDINGS, mondayOf } from '../findings/filter.ts';
import { todayIn } from '../time-records/record-of.ts';
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
  const count = `${hasMore ? 'More than ' : ''}${numberText(open)} ${open === 1 && !hasMore ? 'finding' : 'findings'}`;
  const since = Temporal.PlainDate.from(from).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return [
    {
      tone: 'warn',
      word: 'Working time',
      text: html`${link(address, count)} of working time since Monday, ${since}, ${open === 1 && !hasMore ? 'is' : 'are'} open`,
    },
  ];
}
