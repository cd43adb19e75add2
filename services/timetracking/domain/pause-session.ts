import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { activeSession } from './conflicts.ts';
import { type Punch, type Punched, punchOpen } from './punch.ts';
import { refuse } from './refusals.ts';
import { changed, isPaused, type TimeRecord } from './time-record.ts';

/** As many as a log may have: a record stays small enough to travel a hundred to the page. */
export const PAUSES_AT_MOST = 200;

/** Begins a pause (state table, row 4). Refuses as {@link punchOpen}, and with SESSION_PAUSED. */
export function pauseSession(open: TimeRecord | null, punch: Punch): Punched {
  return punchOpen(open, punch, (session) => {
    if (isPaused(session)) refuse('SESSION_PAUSED', { extensions: activeSession(session) });
    if (session.pauses.length >= PAUSES_AT_MOST) {
      refuseField('', 'too_big', `a session takes at most ${PAUSES_AT_MOST} pauses`);
    }
    const pauses = [...session.pauses, { start: punch.at, end: null }];
    return changed(session, { pauses, lastEvent: punch.at }, punch);
  });
}
