import { refuse } from '../../../platform/core/errors/refusal.ts';
import { recordChanges } from './changes.ts';
import { type Interval, logFaults, pauseFaults } from './log-faults.ts';
import type { Log } from './log-of.ts';
import { type Change, changed } from './time-record.ts';

/** The changes of a PATCH: an absent field stays, null clears it. Instants are epoch milliseconds. */
export interface LogPatch {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly pauses?: readonly Interval[] | undefined;
  readonly note?: string | null | undefined;
}

interface ChangedLog {
  readonly next: Log;
  /** The fields that change in the log as the API shows it, in the API's spelling. If empty, nothing is written. */
  readonly changes: readonly string[];
}

/** Applies a PATCH (decisions 10.9). Refuses invalid times of the resulting log with REQUEST_INVALID. */
export function changeLog(log: Log, patch: LogPatch, change: Change): ChangedLog {
  const start = patch.start ?? log.start;
  const end = patch.end ?? log.end;
  const pauses = patch.pauses ?? closedPauses(log);
  const note = patch.note === undefined ? log.note : patch.note;
  // A log that is already longer than a request may make it keeps its length; its other fields can still change.
  const faultsOf = start === log.start && end === log.end ? pauseFaults : logFaults;
  const violations = faultsOf({ start, end }, pauses);
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });

  const next = { ...changed(log, { start, pauses, note }, change), end };
  const changes = recordChanges(log, next);
  return { next: changes.length === 0 ? log : next, changes };
}

function closedPauses({ end, pauses }: Log): Interval[] {
  return pauses.map((pause) => ({ start: pause.start, end: pause.end ?? end }));
}
