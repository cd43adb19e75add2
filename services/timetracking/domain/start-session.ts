import { closeAtDayEnd } from './close-record.ts';
import { activeSession, refuseOverlap } from './conflicts.ts';
import { isOfEarlierDay, type Punch } from './punch.ts';
import { refuse } from './refusals.ts';
import type { TimeRecord } from './time-record.ts';

/** What of a member's records a start has to do with. */
export interface Timeline {
  /** The member's open session: there is one at most, since it occupies [start, infinity). */
  readonly open: TimeRecord | null;
  /** The earliest record that overlaps [at, infinity), the open session included. */
  readonly conflict: TimeRecord | null;
}

interface Input extends Punch {
  readonly id: string;
  readonly userId: string;
  /** The revision of the session that is closed. */
  readonly closedRevision: string;
}

interface Started {
  readonly session: TimeRecord;
  /** The session of an earlier day that is closed first. */
  readonly closed: TimeRecord | null;
}

/** Clocks in (state table, rows 1 to 3). Refuses with SESSION_OPEN or LOG_OVERLAPPING, and then nothing is closed either (decisions 10.5). */
export function startSession({ open, conflict }: Timeline, input: Input): Started {
  if (open && !isOfEarlierDay(open, input)) refuse('SESSION_OPEN', { extensions: activeSession(open) });
  // The open session of an earlier day is out of the way once it is closed, and no record lies behind it.
  if (conflict?.id !== open?.id) refuseOverlap(conflict);
  const { id, userId, at, now, revision } = input;
  return {
    closed: open && closeAtDayEnd(open, input.zone, { now, revision: input.closedRevision }),
    session: {
      id,
      userId,
      start: at,
      end: null,
      pauses: [],
      timestamps: [],
      source: 'session',
      note: null,
      autoClosed: false,
      lastEvent: at,
      createdAt: now,
      updatedAt: now,
      revision,
    },
  };
}
