import { endOfDay, localDate } from './local-day.ts';
import { conflict, invalid, type Outcome } from './outcome.ts';
import {
  closed,
  findConflict,
  findOpen,
  isPaused,
  type ReferenceRecord,
  type ReferenceState,
  withRecord,
} from './records.ts';
import { instantText, shown, shownActive, shownConflict } from './shown.ts';

/** The specification's state table, row by row, with decisions 10.3 to 10.6. Each takes the instant of the punch. */

/** A punch is near real time, whatever it is (decisions 13.1). @param now the services' clock */
export function nearNow(state: ReferenceState, at: number, now: number, punch: () => Outcome): Outcome {
  return at > now + A_DAY_MS ? invalid(state) : punch();
}

const A_DAY_MS = 86_400_000;

export function start(state: ReferenceState, at: number, id: string): Outcome {
  const open = findOpen(state);
  let before = state;
  let closedSession: ReferenceRecord | undefined;
  if (open) {
    if (!isOnLaterDay(state, open, at)) return conflict(state, { activeSession: shownActive(open) });
    closedSession = closedAtDayEnd(state, open);
    before = withRecord(state, closedSession);
  }
  const other = findConflict(before, { startTime: at, endTime: null });
  if (other) return conflict(state, { conflictingLog: shownConflict(other) });
  const session: ReferenceRecord = {
    id,
    startTime: at,
    endTime: null,
    pauses: [],
    timestamps: [],
    source: 'session',
    note: null,
    autoClosed: false,
    lastEvent: at,
  };
  const data = { ...shown(session), ...(closedSession ? { closedActiveSession: shown(closedSession) } : {}) };
  return { status: 201, data, next: withRecord(before, session) };
}

export function pause(state: ReferenceState, at: number): Outcome {
  return punched(state, at, (session) => {
    if (isPaused(session)) return conflict(state, { activeSession: shownActive(session) });
    const pauses = [...session.pauses, { startTime: at, endTime: null }];
    return changed(state, { ...session, pauses, lastEvent: at });
  });
}

export function resume(state: ReferenceState, at: number): Outcome {
  return punched(state, at, (session) => {
    if (!isPaused(session)) return conflict(state, { activeSession: shownActive(session) });
    const pauses = session.pauses
      .map(({ startTime, endTime }) => ({ startTime, endTime: endTime ?? at }))
      .filter(({ startTime, endTime }) => startTime < endTime);
    return changed(state, { ...session, pauses, lastEvent: at });
  });
}

export function timestamp(state: ReferenceState, at: number, id: string, label: string): Outcome {
  return punched(state, at, (session) => {
    const stamp = { id, templateId: null, label, time: at };
    const data = { id, sessionId: session.id, templateId: null, label, time: instantText(at) };
    return {
      status: 201,
      data,
      next: withRecord(state, { ...session, timestamps: [...session.timestamps, stamp] }),
    };
  });
}

export function stop(state: ReferenceState, at: number): Outcome {
  const open = findOpen(state);
  if (!open) return conflict(state);
  if (isOnLaterDay(state, open, at)) return changed(state, closedAtDayEnd(state, open));
  if (at < open.lastEvent || at === open.startTime) return invalid(state);
  const other = findConflict(state, { startTime: open.startTime, endTime: at }, open.id);
  if (other) return conflict(state, { conflictingLog: shownConflict(other) });
  return changed(state, closed(open, at, false));
}

/** What pause, resume and timestamp have in common. */
function punched(state: ReferenceState, at: number, decide: (session: ReferenceRecord) => Outcome): Outcome {
  const open = findOpen(state);
  if (!open) return conflict(state);
  // The day's end is before all else: it has come, whatever this punch is worth.
  if (isOnLaterDay(state, open, at)) {
    const log = closedAtDayEnd(state, open);
    return conflict(withRecord(state, log), { closedActiveSession: shown(log) });
  }
  // Business rules come before conflicts (decisions 1.4).
  return at < open.lastEvent ? invalid(state) : decide(open);
}

function changed(state: ReferenceState, record: ReferenceRecord): Outcome {
  return { status: 200, data: shown(record), next: withRecord(state, record) };
}

function isOnLaterDay({ zone }: ReferenceState, session: ReferenceRecord, at: number): boolean {
  return localDate(at, zone) > localDate(session.startTime, zone);
}

/** The last row of the state table; a session of its day's last millisecond ends one later (decisions 10.5). */
function closedAtDayEnd({ zone }: ReferenceState, session: ReferenceRecord): ReferenceRecord {
  const end = endOfDay(session.startTime, zone);
  return closed(session, end > session.startTime ? end : end + 1, true);
}
