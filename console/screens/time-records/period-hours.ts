import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit, type Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { pageOf } from '../../route/cursor.ts';
import type { SessionVisit } from '../../route/screen.ts';
import type { Selection } from './filter.ts';
import { type Names, namesOf, startOf, todayIn } from './record-of.ts';

/** The hours of a page of people, by name, and how many records of all of the selection wait for a correction. */
export interface PeriodHours {
  readonly totals: readonly Totals[];
  readonly names: Names;
  /** Where the next page of people begins. */
  readonly next: string | undefined;
  readonly toCorrect: number;
}

/** Reads the hours of a selection; undefined while a part of Lyceum is away. */
export async function readHours(
  { callIfAvailable, query, present }: SessionVisit,
  { days, end, chosen, request }: Selection,
): Promise<PeriodHours | undefined> {
  const after = pageOf({ cursor: query.people ?? '' }).after?.id;
  const of = chosen ? { userIds: chosen.users.map(({ id }) => id) } : after === undefined ? {} : { afterUserId: after };
  const by = isGrid(days) ? PeriodUnit.DAY : PeriodUnit.MONTH;
  const counted = { from: request.from, to: request.to, before: startOf(todayIn(present), present) };
  if (chosen?.users.length === 0) return { totals: [], names: (id) => id, next: chosen.next, toCorrect: 0 };
  const [answer, counts] = await Promise.all([
    callIfAvailable(RecordService.method.listTotals, { from: days.from, to: end, by, ...of }),
    chosen ? undefined : callIfAvailable(RecordService.method.countRecords, counted),
  ]);
  if (!answer || !(chosen || counts)) return undefined;
  const { totals, endUserId } = answer;
  const known = new Map(chosen?.users.map(({ id, name }) => [id, name]));
  const names: Names = chosen
    ? (id) => known.get(id) ?? id
    : await namesOf(
        callIfAvailable,
        totals.map(({ userId }) => userId),
      );
  return {
    totals: totals.toSorted((a, b) => names(a.userId).localeCompare(names(b.userId), 'en')),
    names,
    next: chosen ? chosen.next : endUserId && `~${endUserId}`,
    toCorrect: counts?.toCorrect ?? totals.reduce((sum, { marks }) => sum + (marks?.toCorrect ?? 0), 0),
  };
}

/** The sum of a number of each. */
export function sumOf<T>(all: readonly T[], part: (each: T) => number): number {
  return all.reduce((sum, each) => sum + part(each), 0);
}

/** Whole minutes of exact seconds. Their sums are of milliseconds, which binary fractions only come close to. */
export function minutesOf(seconds: number): number {
  return Math.floor(Math.round(seconds * 1_000) / 60_000);
}

/** Whether a period has few enough days to show the hours of each. */
export function isGrid({ from, to }: Selection['days']): boolean {
  return Temporal.PlainDate.from(from).until(to).days < MOST_DAYS;
}

const MOST_DAYS = 31;
