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
  uniques: [{ name: 'timestamp_templates_ref', columns: ['institutionId', 'ref'] }],
  indexes: [{ name: 'timestamp_templates_by_position', columns: ['institutionId', 'position', 'id'] }],
  checks: [{ name: 'timestamp_templates_position_check', expression: '"position" >= 0' }],
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
  uniques: [{ name: 'time_records_open', columns: ['institutionId', 'userId'], where: 'end_time IS NULL' }],
  indexes: [{ name: 'time_records_by_start', columns: ['institutionId', 'userId', 'startTime', 'id'] }],
  checks: [
    { name: 'time_records_not_empty', expression: 'end_time > start_time' },
    {
      name: 'time_records_source_check',
      expression: "source = ANY (ARRAY['session'::text, 'api'::text, 'bulk'::text])",
    },
    {
      name: 'time_records_no_overlap',
      expression:
        "EXCLUDE USING gist (institution_id WITH =, user_id WITH =, tstzrange(start_time, end_time, '[)'::text) WITH &&)",
    },
  ],
});

/** All tables of time tracking. */
export const timetrackingTables = [timestampTemplates, timeRecords] as const;
