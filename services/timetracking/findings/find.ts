import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import type { TrackedTime } from '../domain/hours.ts';
import { type Period, wallClock } from '../domain/periods.ts';
import { averagedDays, averaging, leastForAverages } from '../domain/working-time/averages.ts';
import type { RuleName } from '../domain/working-time/finding.ts';
import { type Judging, judging } from '../domain/working-time/findings.ts';
import { daysAfter, type LocalDays, localDays } from '../domain/working-time/local-days.ts';
import type { RuleSet } from '../domain/working-time/rule-set.ts';
import { findHolidays } from '../store/calendar-days.ts';
import { findMembersWithMuchWork } from '../store/members-with-records.ts';
import { findTrackedTime, listTrackedTime } from '../store/tracked-time.ts';
import { type Found, foundOf } from './found.ts';

/** From what findings are computed, beside records. */
export interface Judged {
  readonly zone: string;
  /** In epoch milliseconds. */
  readonly now: number;
  /** The rule sets of people; those who have none are not judged. */
  readonly ruleSets: ReadonlyMap<string, RuleSet>;
  /** Only findings of this rule; of all without it. */
  readonly rule?: RuleName | null;
}

/** Findings, and how many records were read for them. */
export interface FoundOfMembers {
  readonly found: readonly Found[];
  readonly read: number;
}

/** All findings of some days of members, at most 100, in no order. */
export async function findFindings(
  db: Reader,
  actor: TenantActor,
  userIds: readonly string[],
  period: Period,
  { ruleSets, rule = null, ...judged }: Judged,
): Promise<FoundOfMembers> {
  const days = localDays(period, judged.zone);
  const holidays = await readHolidays(db, actor, period);
  const members = userIds.flatMap((userId) => {
    const ruleSet = ruleSets.get(userId);
    return ruleSet ? [{ userId, ruleSet, judge: { ...judged, ruleSet, period, days, holidays } }] : [];
  });
  const of = { db, actor, days };
  const [daily, averages] = await Promise.all([
    rule === 'average_too_long' ? NOTHING : findDaily(of, members),
    rule === null || rule === 'average_too_long' ? findAverages(of, members) : NOTHING,
  ]);
  const { found, read } = together([daily, averages]);
  return { found: rule === null ? found : found.filter((each) => each.rule === rule), read };
}

/** The dates of a period that are holidays. */
async function readHolidays(db: Reader, actor: TenantActor, { start, end }: Period): Promise<ReadonlySet<string>> {
  const dates = new Set<string>();
  for (const { firstDay, lastDay } of await findHolidays(db, actor, { from: start, to: end }))
    for (let date = firstDay < start ? start : firstDay; date <= lastDay && date < end; date = daysAfter(date, 1))
      dates.add(date);
  return dates;
}

const NOTHING: FoundOfMembers = { found: [], read: 0 };

interface Of {
  readonly db: Reader;
  readonly actor: TenantActor;
  readonly days: LocalDays;
}

interface Member {
  readonly userId: string;
  readonly ruleSet: RuleSet;
  readonly judge: Parameters<typeof judging>[0] & { readonly now: number };
}

async function findDaily(of: Of, members: readonly Member[]): Promise<FoundOfMembers> {
  if (members.length === 0) return NOTHING;
  const { interval } = of.days;
  const few = await findTrackedTime(
    of.db,
    of.actor,
    members.map(({ userId }) => userId),
    interval,
  );
  const [only] = members;
  if (!few && members.length > 1) {
    const middle = members.length >> 1;
    return together([await findDaily(of, members.slice(0, middle)), await findDaily(of, members.slice(middle))]);
  }
  if (!few && only) return finish(of, only, judging(only.judge), interval.start, 0);
  return together(
    await Promise.all(
      members.map((member) => {
        const records = few?.get(member.userId) ?? [];
        const all = judging(member.judge);
        for (const record of records) all.add(record);
        return finish(of, member, all, interval.end, records.length);
      }),
    ),
  );
}

/** Reads on from an instant, until the last working day of the period has ended. @param read how many were added */
async function finish(
  { db, actor, days: { interval } }: Of,
  { userId }: Member,
  all: Judging,
  from: number,
  read: number,
): Promise<FoundOfMembers> {
  let [until, length, sum] = [from, interval.end - interval.start, read];
  while (until < interval.end || (until < LAST && !all.isDone(until))) {
    const next = { start: until, end: Math.min(until + length, LAST) };
    for await (const records of listTrackedTime(db, actor, userId, next)) {
      sum += records.length;
      // One that began before was added before.
      for (const record of records) if (record.start >= until || until === interval.start) all.add(record);
    }
    until = next.end;
    length *= 2;
  }
  return { found: all.end().map((finding) => foundOf(finding, userId)), read: sum };
}

/** After all records. */
const LAST = wallClock('9999-12-31');

async function findAverages({ db, actor }: Of, members: readonly Member[]): Promise<FoundOfMembers> {
  const bySet = Map.groupBy(members, ({ ruleSet }) => ruleSet);
  const all = await Promise.all(
    [...bySet.values()].map(async (alike) => {
      const [{ judge }] = alike as [Member];
      const averaged = averagedDays(judge);
      if (!averaged) return NOTHING;
      // A local midnight is less than a day from the UTC midnight.
      const interval = { start: wallClock(averaged.start) - DAY_MS, end: wallClock(averaged.end) + DAY_MS };
      const ids = alike.map(({ userId }) => userId);
      const busy = await findMembersWithMuchWork(db, actor, ids, interval, leastForAverages(judge));
      return together(
        await Promise.all(
          busy.map((userId) => averagesOf(userId, judge, listTrackedTime(db, actor, userId, interval))),
        ),
      );
    }),
  );
  return together(all);
}

async function averagesOf(
  userId: string,
  judge: Member['judge'],
  pages: AsyncIterable<readonly TrackedTime[]>,
): Promise<FoundOfMembers> {
  const all = averaging(judge, judge.now);
  let read = 0;
  for await (const records of pages) {
    read += records.length;
    all.add(records);
  }
  return { found: all.end().map((finding) => foundOf(finding, userId)), read };
}

function together(all: readonly FoundOfMembers[]): FoundOfMembers {
  return { found: all.flatMap(({ found }) => found), read: all.reduce((sum, { read }) => sum + read, 0) };
}
