import { refuseField, type Violation } from '../../../platform/core/errors/refusal.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
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

/**
 * The result of a punch on an open session: its next state, or the log it became because its start day has ended (state
 * table, last row).
 */
export type Punched = { readonly next: TimeRecord } | { readonly autoClosed: TimeRecord };

/**
 * The violations in a punch's instant (decisions 13.1): punches are near real time. A session that started far in the
 * future would stay open until then, because no punch may be earlier. Both are epoch milliseconds.
 */
export function punchFaults(at: number, now: number): Violation[] {
  if (at - now <= AHEAD_AT_MOST_MS) return [];
  return [{ pointer: '/at', code: 'too_big', message: 'must not be more than 24 hours in the future' }];
}

const AHEAD_AT_MOST_MS = DAY_MS;

/**
 * The rules that pause, resume, stop and timestamp share (decisions 10.4 to 10.6): without an open session they refuse
 * with SESSION_NOT_OPEN; on a later local day they close the session instead; no punch is earlier than the session's
 * last event.
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
 * Whether a session started before the punch and on an earlier local day. Both are needed: when clocks are set back
 * across midnight, an earlier instant can have the later date.
 */
export function isOfEarlierDay(session: TimeRecord, { at, zone }: Punch): boolean {
  return session.start < at && isOnEarlierDay(session.start, at, zone);
}
