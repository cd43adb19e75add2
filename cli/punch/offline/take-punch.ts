import { MAX_PAUSES } from '../../../services/timetracking/domain/pause-session.ts';
import type { Punch, RefusedRows } from '../punch.ts';
import type { PunchedLog, PunchedPause } from './punched-log.ts';

/** The open log of a member: a start that waits for its stop. */
export interface OpenLog extends Omit<PunchedLog, 'end'> {
  /** Start of the running pause; null if none is running. */
  readonly pausedAt: number | null;
}

interface Step {
  readonly open: OpenLog | null;
  readonly log?: PunchedLog;
  readonly refused?: RefusedRows;
}

/**
 * Applies a member's next punch. A start pairs with the next stop; a start followed by another start is refused, with its pauses, because
 * the end of its day is unknown. A pause running at the stop ends there (decisions 10.4); a pause of zero length is left out, because a log
 * cannot have one (decisions 10.7). A bulk request has no timestamps.
 */
export function takePunch(open: OpenLog | null, punch: Punch): Step {
  const { kind, line, time, code } = punch;
  const refuse = (reason: string): Step => ({ open, refused: { lines: [line], reason } });
  if (kind === 'timestamp') return refuse('not_replayable: a timestamp cannot be replayed offline');
  if (kind === 'start') {
    const next: OpenLog = { lines: [line], code, start: time, pauses: [], pausedAt: null };
    return open ? { open: next, refused: unended(open) } : { open: next };
  }
  if (!open) return refuse(`unpaired: no start precedes this ${kind}`);
  const lines = [...open.lines, line];
  switch (kind) {
    case 'pause':
      if (open.pausedAt !== null) return refuse('unpaired: a pause is already running');
      return { open: { ...open, lines, pausedAt: time } };
    case 'resume':
      if (open.pausedAt === null) return refuse('unpaired: no pause is running');
      return { open: { ...open, lines, pauses: pausesUntil(open, time), pausedAt: null } };
    case 'stop':
      return settled({ lines, code: open.code, start: open.start, end: time, pauses: pausesUntil(open, time) });
  }
}

/** Refuses a start that no stop follows. */
export function unended({ lines }: OpenLog): RefusedRows {
  return { lines, reason: 'unpaired: no stop follows this start' };
}

function settled(log: PunchedLog): Step {
  if (log.pauses.length <= MAX_PAUSES) return { open: null, log };
  const reason = `too_many_pauses: a log can have at most ${MAX_PAUSES}`;
  return { open: null, refused: { lines: log.lines, reason } };
}

function pausesUntil({ pauses, pausedAt }: OpenLog, end: number): readonly PunchedPause[] {
  return pausedAt === null || pausedAt === end ? pauses : [...pauses, { start: pausedAt, end }];
}
