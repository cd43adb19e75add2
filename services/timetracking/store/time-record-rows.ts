import type { RowOf } from '../../../libraries/typed-sql/index.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { TrackedTime } from '../domain/hours.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import type { timeRecords } from './tables.ts';

/**
 * A row of time_records without the institution: its instants are text, while those of a {@link TimeRecord} are epoch
 * milliseconds.
 */
export type TimeRecordRow = Omit<RowOf<typeof timeRecords>, 'institutionId'>;

export function toRecord({ startTime, endTime, lastEventAt, ...row }: TimeRecordRow): TimeRecord {
  return {
    ...row,
    ...toTrackedTime({ ...row, startTime, endTime }),
    timestamps: row.timestamps.map((timestamp) => ({ ...timestamp, time: fromInstantText(timestamp.time) })),
    lastEvent: fromInstantText(lastEventAt),
    createdAt: fromInstantText(row.createdAt),
    updatedAt: fromInstantText(row.updatedAt),
  };
}

/** When it was, of a record or of the columns that say so. */
export function toTrackedTime({
  id,
  startTime,
  endTime,
  pauses,
  autoClosed,
  correctedAt,
}: Pick<TimeRecordRow, 'id' | 'startTime' | 'endTime' | 'pauses' | 'autoClosed' | 'correctedAt'>): TrackedTime {
  return {
    id,
    start: fromInstantText(startTime),
    end: instantOrNull(endTime),
    pauses: pauses.map(({ start, end }) => ({ start: fromInstantText(start), end: instantOrNull(end) })),
    autoClosed,
    correctedAt: instantOrNull(correctedAt),
  };
}

export function toRow({ start, end, lastEvent, ...record }: TimeRecord): TimeRecordRow {
  return {
    ...record,
    startTime: toInstantText(start),
    endTime: textOrNull(end),
    pauses: record.pauses.map((pause) => ({ start: toInstantText(pause.start), end: textOrNull(pause.end) })),
    timestamps: record.timestamps.map((timestamp) => ({ ...timestamp, time: toInstantText(timestamp.time) })),
    lastEventAt: toInstantText(lastEvent),
    correctedAt: textOrNull(record.correctedAt),
    createdAt: toInstantText(record.createdAt),
    updatedAt: toInstantText(record.updatedAt),
  };
}

function instantOrNull(text: string | null): number | null {
  return text === null ? null : fromInstantText(text);
}

function textOrNull(at: number | null): string | null {
  return at === null ? null : toInstantText(at);
}
