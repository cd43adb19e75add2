import type { Period } from '../domain/periods.ts';
import { daysAfter } from '../domain/working-time/local-days.ts';
import type { FoundOfMembers } from './find.ts';
import { type Found, sortOf } from './found.ts';

/** Where findings come from. */
export interface FindingSource {
  /** The ids of people after an id, in their order. */
  peopleAfter(userId: string, limit: number): Promise<readonly string[]>;
  /** What is wanted of their findings, of some days. */
  find(userIds: readonly string[], period: Period): Promise<FoundOfMembers>;
}

/** The place of a finding, or one between two. */
export interface Place {
  readonly sort: string;
  readonly id: string;
}

export interface FindingsPage {
  /** In order, at most as many as were asked for. */
  readonly found: readonly Found[];
  /** Where the next page begins; null if there is nothing more. */
  readonly end: Place | null;
}

/** People who are looked at together. */
const PEOPLE = 100;
/** Days that are looked at together, of few people or many, while few findings are in them. */
const DAYS = { few: 31, many: 7 } as const;
/** A page ends after about as many records and people. */
const MOST_READ = 150_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Sorts after all rules and ids. */
const AFTER_ALL = '~';

/** A page of the findings of some days, by date, person, rule and id. */
export async function pageOfFindings(
  source: FindingSource,
  { start: from, end: to }: Period,
  after: Place | null,
  size: number,
): Promise<FindingsPage> {
  const found: Found[] = [];
  let read = 0;
  let resumed = after && resumedAt(after);
  let start = resumed && resumed.date > from ? resumed.date : from;
  while (start < to) {
    const bounds = { most: size + 1 - found.length, left: MOST_READ - read };
    const walked = await walk(source, { start, end: to }, resumed, bounds);
    found.push(...walked.found);
    const last = found[size - 1];
    if (found.length > size && last) return { found: found.slice(0, size), end: { sort: sortOf(last), id: last.id } };
    if (walked.stoppedAt) return { found, end: { sort: `${start} ${walked.stoppedAt} ${AFTER_ALL}`, id: AFTER_ALL } };
    [start, resumed] = [walked.end, null];
    read += walked.read;
    const yesterday = daysAfter(start, -1);
    if (read > MOST_READ && start < to)
      return { found, end: { sort: `${yesterday} ${LAST_ID} ${AFTER_ALL}`, id: AFTER_ALL } };
  }
  return { found, end: null };
}

interface Resumed {
  readonly date: string;
  readonly userId: string;
  readonly place: string;
}

function resumedAt({ sort, id }: Place): Resumed {
  const [date = '', userId = ''] = sort.split(' ');
  return { date, userId, place: `${sort} ${id}` };
}

interface Walked {
  readonly found: readonly Found[];
  /** The day before which all people were looked at: perhaps fewer days than were asked for. */
  readonly end: string;
  readonly read: number;
  /** The last person who was looked at, if others follow. */
  readonly stoppedAt?: string;
}

/**
 * The first findings of some of these days. The more are found or read, the fewer days are looked at of further people:
 * findings of later days would not be on the page.
 */
async function walk(
  source: FindingSource,
  period: Period,
  resumed: Resumed | null,
  { most, left }: { readonly most: number; readonly left: number },
): Promise<Walked> {
  const firstEnd = daysAfter(period.start, 1);
  let read = 0;
  let found: Found[] = [];
  let people = await source.peopleAfter(resumed?.userId ?? FIRST_ID, PEOPLE);
  const together = people.length < PEOPLE ? DAYS.few : DAYS.many;
  let end = earlier(resumed ? firstEnd : daysAfter(period.start, together), period.end);
  if (resumed) people = [resumed.userId, ...people.slice(0, PEOPLE - 1)];
  for (let last = people.at(-1); last !== undefined; last = people.at(-1)) {
    const more = await source.find(people, { start: period.start, end });
    read += more.read + people.length;
    found.push(...more.found.filter(({ place }) => !resumed || place > resumed.place));
    if (found.length >= most) {
      found = sorted(found).slice(0, most);
      end = daysAfter(found.at(-1)?.date ?? period.start, 1);
      if (end === firstEnd) break;
    }
    // As many days as before until half of it is read.
    const days = Math.max(1, Math.ceil(together * Math.min(1, 2 - (2 * read) / left)));
    end = earlier(end, daysAfter(period.start, days));
    found = found.filter(({ date }) => date < end);
    if (read > left) return { found: sorted(found), end, read, stoppedAt: last };
    people = people.length < PEOPLE ? [] : await source.peopleAfter(last, PEOPLE);
  }
  return { found: sorted(found), end, read };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function sorted(found: readonly Found[]): Found[] {
  return found.toSorted((one, other) => (one.place < other.place ? -1 : 1));
}
