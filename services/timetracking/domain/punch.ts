import { refuseField, type Violation } from '../../../platform/core/errors/refusal.ts';
import { closeAtDayEnd } from './close-record.ts';
import { isOnEarlierDay } from './local-day.ts';
import { refuse } from './refusals.ts';
import type { Change, TimeRecord } from './time-record.ts';

/** When and where a member punches. */
export interface Punch extends Change {
  /** In epoch milliseconds. */
  readonly at: number;
  /** IANA zone of the institution. */
  readonly zone: string;
}

/** What a punch makes of an open session: the next state, or the log that its start day's end has closed it as (state table, last row). */
export type Punched = { readonly next: TimeRecord } | { readonly autoClosed: TimeRecord };

/**
 * What is wrong with the instant that a punch names (decisions 13.1): punches are near real time. A session that began far ahead would be open until
 * then, for no punch may be earlier. Both are epoch milliseconds.
 */
export function punchFaults(at: number, now: number): Violation[] {
  if (at - now <= AHEAD_AT_MOST_MS) return [];
  return [{ pointer: '/at', code: 'too_big', message: 'must not be more than 24 hours in the future' }];
}

const AHEAD_AT_MOST_MS = 24 * 60 * 60 * 1000;

/**
 * What pause, resume, stop and timestamp have in common (decisions 10.4 to 10.6): no open session refuses with SESSION_NOT_OPEN, a later
 * local day closes the session instead, and no punch is earlier than the session's last event.
 */
export function punchOpen(open: TimeRecord | null, punch: Punch, act: (open: TimeRecord) => TimeRecord): Punched {
  if (!open) refuse('SESSION_NOT_OPEN');
  if (isOfEarlierDay(open, punch)) return { autoClosed: closeAtDayEnd(open, punch.zone, punch) };
  if (punch.at < open.lastEvent) {
    refuseField('/at', 'invalid_value', "must not be earlier than the session's last start, pause or resume");
  }
  return { next: act(open) };
}

/**
 * Whether a session started on an earlier local day than the punch's, and before it: clocks that are set back across midnight let an earlier instant
 * have the later date.
 */
export function isOfEarlierDay(session: TimeRecord, { at, zone }: Punch): boolean {
  return session.start < at && isOnEarlierDay(session.start, at, zone);
}
