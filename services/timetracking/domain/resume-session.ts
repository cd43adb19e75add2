import { activeSession } from './conflicts.ts';
import { type Punch, type Punched, punchOpen } from './punch.ts';
import { refuse } from './refusals.ts';
import { changed, isPaused, type TimeRecord } from './time-record.ts';

/**
 * Ends the running pause (state table, row 5). A pause that ends at the instant it began is removed. Refuses like
 * {@link punchOpen}, and with SESSION_NOT_PAUSED.
 */
export function resumeSession(open: TimeRecord | null, punch: Punch): Punched {
  return punchOpen(open, punch, (session) => {
    if (!isPaused(session)) refuse('SESSION_NOT_PAUSED', { extensions: activeSession(session) });
    const pauses = session.pauses
      .map((pause) => ({ start: pause.start, end: pause.end ?? punch.at }))
      .filter((pause) => pause.start < pause.end);
    return changed(session, { pauses, lastEvent: punch.at }, punch);
  });
}
