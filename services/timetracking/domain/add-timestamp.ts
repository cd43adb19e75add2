import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { type Punch, type Punched, punchOpen } from './punch.ts';
import { changed, type TimeRecord, type Timestamp } from './time-record.ts';

/** Keeps a record small enough for a page of a hundred. */
export const TIMESTAMPS_AT_MOST = 200;

/** Adds a category timestamp to an open session, paused or not (decisions 10.4). Refuses like {@link punchOpen}. */
export function addTimestamp(open: TimeRecord | null, punch: Punch, timestamp: Timestamp): Punched {
  return punchOpen(open, punch, (session) => {
    if (session.timestamps.length >= TIMESTAMPS_AT_MOST) {
      refuseField('', 'too_big', `a session takes at most ${TIMESTAMPS_AT_MOST} timestamps`);
    }
    const timestamps = [...session.timestamps, timestamp].toSorted((a, b) => a.time - b.time);
    return changed(session, { timestamps }, punch);
  });
}
