import type { TestAnswer } from '../../support/test-messages.ts';

/** A member's records as reads return them. */
export interface Seen {
  readonly logs: readonly SeenRecord[];
  readonly active: SeenRecord | null;
}

export interface SeenRecord {
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly pauses: readonly { readonly startTime: string; readonly endTime: string | null }[];
  readonly timestamps: readonly { readonly time: string }[];
  readonly autoClosed: boolean;
  readonly durationMinutes: number | null;
  readonly pauseMinutes: number | null;
  readonly workedMinutes: number | null;
}

export const nothingSeen: Seen = { logs: [], active: null };

/** Logs and open session together. */
export function recordsOf({ logs, active }: Seen): readonly SeenRecord[] {
  return active ? [...logs, active] : logs;
}

/** The latest instant of all records, in epoch milliseconds; undefined when there is none. */
export function latestOf(seen: Seen): number | undefined {
  const texts = recordsOf(seen).flatMap(({ startTime, endTime, pauses, timestamps }) => [
    startTime,
    endTime,
    ...pauses.flatMap((pause) => [pause.startTime, pause.endTime]),
    ...timestamps.map(({ time }) => time),
  ]);
  const instants = texts.filter((text) => text !== null).map((text) => Date.parse(text));
  return instants.length === 0 ? undefined : Math.max(...instants);
}

/** A record of an answer as the reference shows it: without what follows from the moment and the member. */
export function comparable({ userId, createdAt, updatedAt, correctedAt, ...record }: TestAnswer['body']): object {
  const { closedActiveSession } = record;
  return closedActiveSession === undefined
    ? record
    : { ...record, closedActiveSession: comparable(closedActiveSession) };
}
