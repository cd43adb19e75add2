import { wholeMinutes } from './durations.ts';
import { commonTime } from './log-faults.ts';
import type { Calendar, Stretch } from './periods.ts';
import type { TimeRecord } from './time-record.ts';

/** The times from which hours are computed: of a session or a log. */
export type TrackedTime = Pick<TimeRecord, 'id' | 'start' | 'end' | 'pauses' | 'autoClosed'>;

/** Exact sums, in milliseconds. */
interface Sum {
  readonly worked: number;
  readonly paused: number;
  /** How many logs have a part in it, and how many of them were closed automatically. */
  readonly logs: number;
  readonly autoClosed: number;
}

export interface Sums {
  /** Of each period of the calendar. */
  readonly periods: readonly Sum[];
  /** Each log counts once. */
  readonly total: Sum;
}

/** A sum as it is shown: whole minutes, rounded down. */
export function inMinutes({ worked, paused, ...counts }: Sum) {
  return { workedMinutes: wholeMinutes(worked), pauseMinutes: wholeMinutes(paused), ...counts };
}

/** A sum in exact seconds: the sums of parts add up to the sum of the whole. */
export function inSeconds({ worked, paused }: Sum) {
  return { workedSeconds: worked / 1_000, pauseSeconds: paused / 1_000 };
}

const NOTHING: Sum = { worked: 0, paused: 0, logs: 0, autoClosed: 0 };

/** The sums before any record is added. */
export function noHours({ periods }: Calendar): Sums {
  return { periods: periods.map(() => NOTHING), total: NOTHING };
}

/**
 * Adds logs to the sums: each to the periods of a calendar that it lies in, by its part there, and so its pauses. Open
 * sessions do not count.
 * @param records by start, without overlaps
 */
export function addHours(
  { periods: before, total }: Sums,
  { stretches }: Calendar,
  records: readonly TrackedTime[],
): Sums {
  const periods = [...before];
  let all = total;
  let first = 0;
  for (const record of records) {
    const { end } = record;
    if (end === null) continue;
    while ((stretches[first]?.end ?? Number.POSITIVE_INFINITY) <= record.start) first++;
    const touched = partsOf({ ...record, end }, stretches, first);
    for (const [period, part] of touched) periods[period] = plus(periods[period] ?? NOTHING, part);
    if (touched.size > 0) all = plus(all, { ...[...touched.values()].reduce(plus), ...countOf(record) });
  }
  return { periods, total: all };
}

/** The part of a log in each period that it touches, by the period's index. */
function partsOf(log: TrackedTime & { readonly end: number }, stretches: readonly Stretch[], first: number) {
  const parts = new Map<number, Sum>();
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
      ...countOf(log),
    });
  }
}

/** A log counts once, in however many parts. */
function countOf({ autoClosed }: TrackedTime): Pick<Sum, 'logs' | 'autoClosed'> {
  return { logs: 1, autoClosed: autoClosed ? 1 : 0 };
}

function plus(one: Sum, other: Sum): Sum {
  return {
    worked: one.worked + other.worked,
    paused: one.paused + other.paused,
    logs: one.logs + other.logs,
    autoClosed: one.autoClosed + other.autoClosed,
  };
}
