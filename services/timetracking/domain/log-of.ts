import type { TimeRecord } from './time-record.ts';

/** A record that has ended. */
export type Log = TimeRecord & { readonly end: number };

/** The record if it is a log of this member, else null: an open session is not a log (decisions 10.9). */
export function logOf(record: TimeRecord | null, userId: string): Log | null {
  return record && record.userId === userId && isLog(record) ? record : null;
}

function isLog(record: TimeRecord): record is Log {
  return record.end !== null;
}
