import { DAY_MS, HOUR_MS } from '../../platform/core/instant.ts';
import type { Draws } from '../../test/support/draws.ts';
import type { PunchKind, RandomChange, RandomDraft } from '../../test/time-tracking/random/actions.ts';
import type { Moment } from '../../test/time-tracking/random/moments.ts';
import type { RequestAction } from '../../test/time-tracking/random/random-request.ts';
import { findOpen, isPaused, type ReferenceState } from '../../test/time-tracking/reference/records.ts';

/**
 * What a member, or the office for it, does next: mostly what suits its state, and now and then what the rules refuse.
 */
export function chooseAction(draws: Draws, state: ReferenceState): RequestAction {
  const spelling = draws.between(0, 1_000);
  const kind = draws.next();
  if (kind < 0.65) return { kind: punchOf(draws, state), moment: punchMoment(draws), spelling };
  if (kind < 0.78) return { kind: 'create', draft: draftOf(draws), spelling };
  if (kind < 0.82) {
    return { kind: 'bulk', drafts: Array.from({ length: draws.between(1, 8) }, () => draftOf(draws)), spelling };
  }
  return { kind: 'update', log: draws.between(0, 100), change: changeOf(draws), spelling };
}

function punchOf(draws: Draws, state: ReferenceState): PunchKind {
  if (draws.chance(0.08)) return draws.oneOf(['start', 'pause', 'resume', 'stop', 'timestamp']);
  const open = findOpen(state);
  if (!open) return 'start';
  if (isPaused(open)) return draws.oneOf(['resume', 'resume', 'resume', 'timestamp', 'stop']);
  return draws.oneOf(['pause', 'pause', 'timestamp', 'stop', 'stop']);
}

/** Now; some time ago, from a terminal that was offline; or at the edge of a day. Indexes are those of `edgesOf`. */
function punchMoment(draws: Draws): Moment | null {
  const kind = draws.next();
  if (kind < 0.7) return null;
  if (kind < 0.95) return { near: 'change', index: 0, shiftMs: -draws.between(0, HOUR_MS) };
  return { near: 'change', index: draws.between(1, 2), shiftMs: draws.oneOf([-1, 0, 1, -60_000, 60_000]) };
}

/** A log of the last weeks. */
function draftOf(draws: Draws): RandomDraft {
  return {
    start: { near: 'change', index: 0, shiftMs: -draws.between(HOUR_MS, 20 * DAY_MS) },
    lengthMs: draws.chance(0.05) ? draws.oneOf([0, -1, 1, DAY_MS]) : draws.between(1, HOUR_MS),
    ...(draws.chance(0.3) ? { pauses: pausesOf(draws) } : {}),
    ...(draws.chance(0.3) ? { note: draws.oneOf(['', 'imported', 'Überstunden 🕰']) } : {}),
  };
}

function changeOf(draws: Draws): RandomChange {
  return {
    ...(draws.chance(0.4) ? { startShiftMs: draws.between(-HOUR_MS / 4, HOUR_MS / 4) } : {}),
    ...(draws.chance(0.4) ? { endShiftMs: draws.between(-HOUR_MS / 4, HOUR_MS / 4) } : {}),
    ...(draws.chance(0.3) ? { pauses: pausesOf(draws) } : {}),
    ...(draws.chance(0.3) ? { note: draws.oneOf([null, 'corrected']) } : {}),
  };
}

/** In hundredths of the log, sometimes beyond its end. */
function pausesOf(draws: Draws): NonNullable<RandomDraft['pauses']> {
  const from = draws.between(0, 60);
  return [{ from, length: draws.between(0, 45) }, ...(draws.chance(0.3) ? [{ from: from + 40, length: 5 }] : [])];
}
