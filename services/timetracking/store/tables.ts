import { boolean, instant, integer, jsonb, plainText, text, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';
import type { TimeRecord, Timestamp } from '../domain/time-record.ts';

/** A pause in a record's row, with instants as text. */
interface PauseColumn {
  readonly start: string;
  /** Null while it runs. */
  readonly end: string | null;
}

/** A category timestamp in a record's row. */
interface TimestampColumn extends Omit<Timestamp, 'time'> {
  /** Instant text. */
  readonly time: string;
}

export const timestampTemplates = table('timestamp_templates', {
  audited: { resource: 'timestamp_template' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    label: text(),
    color: text().nullable(),
    position: integer(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
});

export const timeRecords = table('time_records', {
  audited: { resource: 'time_record' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    userId: uuid(),
    startTime: instant(),
    endTime: instant().nullable(),
    lastEventAt: instant(),
    pauses: jsonb<readonly PauseColumn[]>(),
    timestamps: jsonb<readonly TimestampColumn[]>(),
    source: text<TimeRecord['source']>(),
    note: text().nullable(),
    autoClosed: boolean(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});

/** All tables of time tracking. */
export const timetrackingTables = [timestampTemplates, timeRecords] as const;
