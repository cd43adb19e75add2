import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { RowOf } from '../../../platform/data/schema/table.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import type { timeRecords } from './tables.ts';

/** A row of time_records without the institution: its instants are text, while those of a {@link TimeRecord} are epoch milliseconds. */
export type TimeRecordRow = Omit<RowOf<typeof timeRecords>, 'institutionId'>;

export function toRecord(row: TimeRecordRow): TimeRecord {
  return {
    id: row.id,
    userId: row.userId,
    start: fromInstantText(row.startTime),
    end: instantOrNull(row.endTime),
    pauses: row.pauses.map(({ start, end }) => ({ start: fromInstantText(start), end: instantOrNull(end) })),
    timestamps: row.timestamps.map((timestamp) => ({ ...timestamp, time: fromInstantText(timestamp.time) })),
    source: row.source,
    note: row.note,
    autoClosed: row.autoClosed,
    lastEvent: fromInstantText(row.lastEventAt),
    createdAt: fromInstantText(row.createdAt),
    updatedAt: fromInstantText(row.updatedAt),
    revision: row.revision,
  };
}

export function toRow(record: TimeRecord): TimeRecordRow {
  return {
    id: record.id,
    userId: record.userId,
    startTime: toInstantText(record.start),
    endTime: textOrNull(record.end),
    pauses: record.pauses.map(({ start, end }) => ({ start: toInstantText(start), end: textOrNull(end) })),
    timestamps: record.timestamps.map((timestamp) => ({ ...timestamp, time: toInstantText(timestamp.time) })),
    source: record.source,
    note: record.note,
    autoClosed: record.autoClosed,
    lastEventAt: toInstantText(record.lastEvent),
    createdAt: toInstantText(record.createdAt),
    updatedAt: toInstantText(record.updatedAt),
    revision: record.revision,
  };
}

function instantOrNull(text: string | null): number | null {
  return text === null ? null : fromInstantText(text);
}

function textOrNull(at: number | null): string | null {
  return at === null ? null : toInstantText(at);
}
