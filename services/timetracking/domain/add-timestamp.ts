import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { type Punch, type Punched, punchOpen } from './punch.ts';
import { changed, type TimeRecord, type Timestamp } from './time-record.ts';

/** Keeps a record small enough for a page of a hundred. */
export const MAX_TIMESTAMPS = 200;

/** Adds a category timestamp to an open session, paused or not (decisions 10.4). Refuses like {@link punchOpen}. */
export function addTimestamp(open: TimeRecord | null, punch: Punch, timestamp: Timestamp): Punched {
  return punchOpen(open, punch, (session) => {
    if (session.timestamps.length >= MAX_TIMESTAMPS) {
      refuseField('', 'too_big', `a session takes at most ${MAX_TIMESTAMPS} timestamps`);
    }
    const timestamps = [...session.timestamps, timestamp].toSorted((a, b) => a.time - b.time);
    return changed(session, { timestamps }, punch);
  });
}
