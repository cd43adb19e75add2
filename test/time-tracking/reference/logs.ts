import { conflict, invalid, type Outcome } from './outcome.ts';
import { findConflict, type ReferenceRecord, type ReferenceState, withRecord } from './records.ts';
import { shown, shownConflict } from './shown.ts';

/** A log as a request gives it. */
export interface Draft {
  readonly startTime: number;
  readonly endTime: number;
  readonly pauses?: readonly { readonly startTime: number; readonly endTime: number }[];
  readonly note?: string;
}

/** POST /time-tracking/logs (rule 3; decisions 10.7, 10.11). */
export function createLog(
  state: ReferenceState,
  draft: Draft,
  id: string,
  source: 'api' | 'bulk' = 'api',
): Outcome & { readonly other?: ReferenceRecord } {
  if (!isSound(draft) || isTooLong(draft)) return invalid(state);
  const other = findConflict(state, draft);
  if (other) return { ...conflict(state, { conflictingLog: shownConflict(other) }), other };
  const log: ReferenceRecord = {
    id,
    startTime: draft.startTime,
    endTime: draft.endTime,
    pauses: draft.pauses ?? [],
    timestamps: [],
    source,
    note: draft.note ?? null,
    autoClosed: false,
    lastEvent: draft.startTime,
  };
  return { status: 201, data: shown(log), next: withRecord(state, log) };
}

/**
 * POST /time-tracking/logs/bulk (rule 4; decisions 10.8): one create after the other.
 * @param ids of the created, in their order
 */
export function createLogs(state: ReferenceState, drafts: readonly Draft[], ids: readonly string[]): Outcome {
  const created: object[] = [];
  const failed: object[] = [];
  let next = state;
  drafts.forEach((draft, index) => {
    const outcome = createLog(next, draft, ids[created.length] ?? 'an id more than there are', 'bulk');
    next = outcome.next;
    if (outcome.status === 201) created.push({ index, log: outcome.data });
    else failed.push({ index, status: outcome.status, ...outcome.problem });
  });
  return { status: 200, data: { created, failed }, next };
}

/** What a PATCH gives; null clears. */
export interface Change {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly pauses?: readonly { readonly startTime: number; readonly endTime: number }[];
  readonly note?: string | null;
}

/** PATCH /time-tracking/logs/{id} (decisions 10.9), with a fresh If-Match. */
export function updateLog(state: ReferenceState, id: string, change: Change): Outcome {
  const log = state.records.find((each) => each.id === id && each.endTime !== null);
  if (!log) return { status: 404, problem: { code: 'resource_not_found' }, next: state };
  const next = { ...log, ...change };
  if (!isSound(next) || isTooLong(next)) return invalid(state);
  const other = findConflict(state, next, id);
  if (other) return conflict(state, { conflictingLog: shownConflict(other) });
  return { status: 200, data: shown(next), next: withRecord(state, next) };
}

/** Longer than a request may make a log (decisions 13.1). */
function isTooLong({ startTime, endTime }: Pick<ReferenceRecord, 'startTime' | 'endTime'>): boolean {
  return endTime !== null && (endTime - startTime) / 86_400_000 > 366;
}

/** Not empty; its pauses within it, in order, apart, none of them empty (decisions 10.7). */
function isSound({
  startTime,
  endTime,
  pauses = [],
}: Pick<ReferenceRecord, 'startTime' | 'endTime'> & Pauses): boolean {
  if (endTime === null || startTime >= endTime) return false;
  let before = startTime;
  for (const pause of pauses) {
    if (pause.endTime === null || pause.startTime < before || pause.startTime >= pause.endTime) return false;
    before = pause.endTime;
  }
  return before <= endTime;
}

interface Pauses {
  readonly pauses?: readonly { readonly startTime: number; readonly endTime: number | null }[];
}
