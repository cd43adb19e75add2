import type { Value } from '../../chassis/db/statement.ts';
import { fromInstantText, toInstantText } from '../../chassis/instant.ts';
import type { TimeRecord } from '../domain/time-record.ts';

/** A row of time_records as it is read. */
export interface TimeRecordRow {
  readonly id: string;
  readonly user_id: string;
  readonly start_time: string;
  readonly end_time: string | null;
  readonly last_event_at: string;
  readonly pauses: readonly { readonly start: string; readonly end: string | null }[];
  readonly timestamps: readonly {
    readonly id: string;
    readonly templateId: string | null;
    readonly label: string;
    readonly time: string;
  }[];
  readonly source: TimeRecord['source'];
  readonly note: string | null;
  readonly auto_closed: boolean;
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The columns of a {@link TimeRecordRow} of the table `r`. */
export const COLUMNS = `r.id, r.user_id, r.start_time, r.end_time, r.last_event_at, r.pauses, r.timestamps, r.source, r.note, r.auto_closed,
  r.revision, r.created_at, r.updated_at`;

export function toRecord(row: TimeRecordRow): TimeRecord {
  return {
    id: row.id,
    userId: row.user_id,
    start: fromInstantText(row.start_time),
    end: instantOrNull(row.end_time),
    pauses: row.pauses.map(({ start, end }) => ({ start: fromInstantText(start), end: instantOrNull(end) })),
    timestamps: row.timestamps.map((timestamp) => ({ ...timestamp, time: fromInstantText(timestamp.time) })),
    source: row.source,
    note: row.note,
    autoClosed: row.auto_closed,
    lastEvent: fromInstantText(row.last_event_at),
    createdAt: fromInstantText(row.created_at),
    updatedAt: fromInstantText(row.updated_at),
    revision: row.revision,
  };
}

/** What of a record can change, in the order of the statements that write it. */
export function changeableValues(record: TimeRecord): Value[] {
  const pauses = record.pauses.map(({ start, end }) => ({
    start: toInstantText(start),
    end: end === null ? null : toInstantText(end),
  }));
  const timestamps = record.timestamps.map((timestamp) => ({ ...timestamp, time: toInstantText(timestamp.time) }));
  return [
    toInstantText(record.start),
    record.end === null ? null : toInstantText(record.end),
    toInstantText(record.lastEvent),
    JSON.stringify(pauses),
    JSON.stringify(timestamps),
    record.note,
    record.autoClosed,
    record.revision,
    toInstantText(record.updatedAt),
  ];
}

function instantOrNull(text: string | null): number | null {
  return text === null ? null : fromInstantText(text);
}
