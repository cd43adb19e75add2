import { expect } from 'vitest';
import { overlap } from '../reference/records.ts';
import { recordsOf, type Seen, type SeenRecord } from './seen.ts';

/** Invariants of a member's records, checked on responses alone. */
export function checkInvariants(seen: Seen): void {
  const records = recordsOf(seen).map((record) => ({ record, interval: intervalOf(record) }));
  for (const [index, { record, interval }] of records.entries()) {
    for (const other of records.slice(index + 1)) {
      if (overlap(interval, other.interval)) throw new Error(`${text(record)} overlaps ${text(other.record)}`);
    }
    checkPauses(record);
    if (interval.endTime !== null) checkMinutes(record, interval.startTime, interval.endTime);
  }
  const starts = seen.logs.map(({ startTime }) => startTime);
  expect(starts).toEqual([...starts].sort());
}

/** Pauses lie within the record, in order and apart; of a log none is empty, and all have an end. */
function checkPauses(record: SeenRecord): void {
  const { startTime, endTime } = intervalOf(record);
  let before = startTime;
  for (const pause of record.pauses.map(intervalOf)) {
    const isRunning = pause.endTime === null && endTime === null;
    const end = isRunning ? Number.POSITIVE_INFINITY : (pause.endTime ?? Number.NaN);
    if (!(before <= pause.startTime && pause.startTime < end)) throw new Error(`pauses of ${text(record)}`);
    before = end;
  }
  if (endTime !== null && !(before <= endTime)) throw new Error(`pauses of ${text(record)}`);
}

function checkMinutes(record: SeenRecord, startTime: number, endTime: number): void {
  if (!(startTime < endTime)) throw new Error(`${text(record)} is empty`);
  const pauses = record.pauses.map(intervalOf);
  const paused = pauses.reduce((sum, pause) => sum + (pause.endTime ?? Number.NaN) - pause.startTime, 0);
  const minutes = [endTime - startTime, paused, endTime - startTime - paused].map((ms) => Math.floor(ms / 60_000));
  expect([record.durationMinutes, record.pauseMinutes, record.workedMinutes]).toEqual(minutes);
}

function intervalOf({ startTime, endTime }: { readonly startTime: string; readonly endTime: string | null }) {
  return { startTime: Date.parse(startTime), endTime: endTime === null ? null : Date.parse(endTime) };
}

function text(record: SeenRecord): string {
  return JSON.stringify(record);
}
