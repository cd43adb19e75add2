import { refuse } from '../../../platform/core/errors/refusal.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import { masked, patched } from '../../../platform/core/resource.ts';
import type { UpdateLogRequest } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { TimeRecordSchema } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { recordChanges } from './changes.ts';
import { type Interval, keptPauseFaults, lengthFaults, pauseFaults } from './log-faults.ts';
import type { Log } from './log-of.ts';
import { pausesOf } from './requested-log.ts';
import { type Change, changed } from './time-record.ts';

interface ChangedLog {
  readonly next: Log;
  /** The fields that change in the log as the API shows it, in the API's spelling. If empty, nothing is written. */
  readonly changes: readonly string[];
}

/** Applies a PATCH (decisions 10.9). Refuses invalid times of the resulting log with REQUEST_INVALID. */
export function changeLog(
  log: Log,
  { log: given, updateMask }: Pick<UpdateLogRequest, 'log' | 'updateMask'>,
  change: Change,
): ChangedLog {
  const { startTime, endTime, pauses: newPauses } = masked(TimeRecordSchema, given, updateMask);
  const start = startTime === '' ? log.start : fromInstantText(startTime);
  const end = endTime === undefined ? log.end : fromInstantText(endTime);
  const isWithPauses = updateMask?.paths.includes('pauses') ?? false;
  const pauses = isWithPauses ? pausesOf(newPauses) : closedPauses(log);
  // A log that is already longer than a request may make it keeps its length; its other fields can still change.
  const lengthViolations = start === log.start && end === log.end ? [] : lengthFaults({ start, end });
  const violations = [...lengthViolations, ...(isWithPauses ? pauseFaults : keptPauseFaults)({ start, end }, pauses)];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });

  const plain = patched(TimeRecordSchema, log, given, updateMask);
  const edited = { ...changed(plain, { start, pauses }, change), end };
  const edits = recordChanges(log, edited);
  if (edits.length === 0) return { next: log, changes: [] };
  // Of a note alone, nobody has looked at the times.
  const next = edits.some((field) => TIMES.has(field)) ? { ...edited, correctedAt: change.now } : edited;
  return { next, changes: recordChanges(log, next) };
}

const TIMES: ReadonlySet<string> = new Set(['startTime', 'endTime', 'pauses']);

function closedPauses({ end, pauses }: Log): Interval[] {
  return pauses.map((pause) => ({ start: pause.start, end: pause.end ?? end }));
}
