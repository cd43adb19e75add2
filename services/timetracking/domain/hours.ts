import { type Closing, closingOf } from './closed-month.ts';
import { wholeMinutes } from './durations.ts';
import { commonTime } from './log-faults.ts';
import type { Calendar, Stretch } from './periods.ts';
import type { TimeRecord } from './time-record.ts';

/** The times from which hours are computed: of a session or a log. */
export type TrackedTime = Pick<TimeRecord, 'id' | 'start' | 'end' | 'pauses' | 'autoClosed' | 'correctedAt'>;

/** Exact sums, in milliseconds. */
interface Sum {
  readonly worked: number;
  readonly paused: number;
  /** How many logs have a part in it, and how many of them were closed automatically. */
  readonly logs: number;
  readonly autoClosed: number;
  readonly marks: Marks;
}

/** What is to be known of the logs of a sum. */
interface Marks {
  /** How many logs wait for a correction, and the work in them. */
  readonly toCorrect: number;
  readonly toCorrectMs: number;
  readonly corrected: number;
  /** How many have a part in a closed month. */
  readonly closed: number;
}

export interface Sums {
  /** Of each period of the calendar. */
  readonly periods: readonly Sum[];
  /** Each log counts once. */
  readonly total: Sum;
}

/** A sum as it is shown: whole minutes, rounded down. */
export function inMinutes({ worked, paused, marks, ...counts }: Sum) {
  return { workedMinutes: wholeMinutes(worked), pauseMinutes: wholeMinutes(paused), ...counts };
}

/** A sum in exact seconds: the sums of parts add up to the sum of the whole. */
export function inSeconds({ worked, paused }: Sum) {
  return { workedSeconds: worked / 1_000, pauseSeconds: paused / 1_000 };
}

/** The marks of a sum, as they are shown. */
export function marksOf({ marks: { toCorrectMs, ...counts } }: Sum) {
  return { ...counts, toCorrectSeconds: toCorrectMs / 1_000 };
}

const UNMARKED: Marks = { toCorrect: 0, toCorrectMs: 0, corrected: 0, closed: 0 };
const NOTHING: Sum = { worked: 0, paused: 0, logs: 0, autoClosed: 0, marks: UNMARKED };

/** The sums before any record is added. */
export function noHours({ periods }: Calendar): Sums {
  return { periods: periods.map(() => NOTHING), total: NOTHING };
}

/**
 * Adds logs to the sums: each to the periods of a calendar that it lies in, by its part there, and so its pauses. Open
 * sessions do not count.
 * @param records by start, without overlaps
 * @param closings the closed months of the member
 */
export function addHours(
  { periods: before, total }: Sums,
  { stretches }: Calendar,
  records: readonly TrackedTime[],
  closings: readonly Closing[] = [],
): Sums {
  const periods = [...before];
  let all = total;
  let first = 0;
  for (const record of records) {
    const { end } = record;
    if (end === null) continue;
    while ((stretches[first]?.end ?? Number.POSITIVE_INFINITY) <= record.start) first++;
    const parts = partsOf({ ...record, end }, stretches, first);
    if (parts.size === 0) continue;
    const isClosed = closingOf(closings, record) !== null;
    const counted = (part: Part): Sum => ({ ...part, ...countOf(record, part, isClosed) });
    for (const [period, part] of parts) periods[period] = plus(periods[period] ?? NOTHING, counted(part));
    const whole = [...parts.values()].reduce((one, other) => ({
      worked: one.worked + other.worked,
      paused: one.paused + other.paused,
    }));
    all = plus(all, counted(whole));
  }
  return { periods, total: all };
}

type Part = Pick<Sum, 'worked' | 'paused'>;

/** The part of a log in each period that it touches, by the period's index. */
function partsOf(log: TrackedTime & { readonly end: number }, stretches: readonly Stretch[], first: number) {
  const parts = new Map<number, Part>();
  for (let at = first; ; at++) {
    const stretch = stretches[at];
    if (!stretch || stretch.start >= log.end) return parts;
    const paused = log.pauses.reduce(
      (sum, { start, end }) => sum + commonTime({ start, end: end ?? log.end }, stretch),
      0,
    );
    const before = parts.get(stretch.period) ?? NOTHING;
    parts.set(stretch.period, {
      worked: before.worked + commonTime(log, stretch) - paused,
      paused: before.paused + paused,
    });
  }
}

/** A log counts once, in however many parts. */
function countOf({ autoClosed, correctedAt }: TrackedTime, { worked }: Part, isClosed: boolean): Omit<Sum, keyof Part> {
  const isToCorrect = autoClosed && correctedAt === null && !isClosed;
  const marks = {
    toCorrect: isToCorrect ? 1 : 0,
    toCorrectMs: isToCorrect ? worked : 0,
    corrected: correctedAt === null ? 0 : 1,
    closed: isClosed ? 1 : 0,
  };
  return { logs: 1, autoClosed: autoClosed ? 1 : 0, marks };
}

function plus(one: Sum, other: Sum): Sum {
  return {
    worked: one.worked + other.worked,
    paused: one.paused + other.paused,
    logs: one.logs + other.logs,
    autoClosed: one.autoClosed + other.autoClosed,
    marks: {
      toCorrect: one.marks.toCorrect + other.marks.toCorrect,
      toCorrectMs: one.marks.toCorrectMs + other.marks.toCorrectMs,
      corrected: one.marks.corrected + other.marks.corrected,
      closed: one.marks.closed + other.marks.closed,
    },
  };
}
