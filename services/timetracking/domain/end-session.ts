import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { endOfLocalDay } from './local-day.ts';
import { isOfEarlierDay, type Punch, punchFaults } from './punch.ts';
import { stopSession } from './stop-session.ts';
import type { TimeRecord } from './time-record.ts';

/**
 * Ends an open session at the time that an administrator gives. What a punch at that time would end otherwise, or not
 * at all, is refused with REQUEST_INVALID, with the latest time that is possible.
 */
export function endSession(open: TimeRecord, punch: Punch): TimeRecord {
  const { at, now, zone } = punch;
  const isPossible =
    at > open.start && at >= open.lastEvent && punchFaults(at, now).length === 0 && !isOfEarlierDay(open, punch);
  if (!isPossible) {
    const latest = Math.min(endOfLocalDay(open.start, zone), now + DAY_MS);
    const [from, to] = [local(open.lastEvent, zone), local(latest, zone)];
    const after = `must be after ${from} and at the latest ${to}`;
    const notBefore = `must be not before ${from} and at the latest ${to}`;
    refuseField('/at', 'invalid_value', open.lastEvent > open.start ? notBefore : after);
  }
  const punched = stopSession(open, punch);
  if ('autoClosed' in punched) throw new Error('a session of this day was closed automatically');
  return punched.next;
}

/** An instant as clocks of the zone show it. */
function local(at: number, zone: string): string {
  const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
  return shown.toString({ smallestUnit: 'second' }).replace('T', ' ');
}
