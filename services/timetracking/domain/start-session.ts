import { closeAtDayEnd } from './close-record.ts';
import { activeSession, refuseOverlap } from './conflicts.ts';
import { isOfEarlierDay, type Punch } from './punch.ts';
import { refuse } from './refusals.ts';
import { NO_FIELDS, type TimeRecord } from './time-record.ts';

/** The records of a member that matter for a start. */
export interface Timeline {
  /** The member's open session: at most one, since it occupies [start, infinity). */
  readonly open: TimeRecord | null;
  /** The earliest record that overlaps [at, infinity), including the open session. */
  readonly conflict: TimeRecord | null;
}

interface Input extends Punch {
  readonly id: string;
  readonly userId: string;
  /** The revision for the session that is closed. */
  readonly closedRevision: string;
}

interface Started {
  readonly session: TimeRecord;
  /** The session of an earlier day, which is closed first. */
  readonly closed: TimeRecord | null;
}

/**
 * Clocks in (state table, rows 1 to 3). Refuses with SESSION_OPEN or LOG_OVERLAPPING; then nothing is closed either
 * (decisions 10.5).
 */
export function startSession({ open, conflict }: Timeline, input: Input): Started {
  if (open && !isOfEarlierDay(open, input)) refuse('SESSION_OPEN', { extensions: activeSession(open) });
  // Closing an earlier day's open session resolves its conflict, and no record follows it.
  if (conflict?.id !== open?.id) refuseOverlap(conflict);
  const { id, userId, at, now, revision } = input;
  return {
    closed: open && closeAtDayEnd(open, input.zone, { now, revision: input.closedRevision }),
    session: {
      ...NO_FIELDS,
      id,
      userId,
      start: at,
      end: null,
      pauses: [],
      timestamps: [],
      source: 'session',
      autoClosed: false,
      correctedAt: null,
      lastEvent: at,
      createdAt: now,
      updatedAt: now,
      revision,
    },
  };
}
