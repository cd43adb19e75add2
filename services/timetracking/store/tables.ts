import { boolean, instant, integer, jsonb, plainText, text, uuid } from '../../chassis/db/schema/column.ts';
import { type Table, table } from '../../chassis/db/schema/table.ts';

export const timestampTemplates = table('timestamp_templates', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    label: text(),
    color: text().nullable(),
    position: integer(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'timestamp_templates_ref', columns: ['institution_id', 'ref'] }],
  indexes: [{ name: 'timestamp_templates_by_position', columns: ['institution_id', 'position', 'id'] }],
  checks: [{ name: 'timestamp_templates_position_check', expression: '"position" >= 0' }],
});

export const timeRecords = table('time_records', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    user_id: uuid(),
    start_time: instant(),
    end_time: instant().nullable(),
    last_event_at: instant(),
    pauses: jsonb<unknown>(),
    timestamps: jsonb<unknown>(),
    source: text(),
    note: text().nullable(),
    auto_closed: boolean(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'time_records_open', columns: ['institution_id', 'user_id'], where: 'end_time IS NULL' }],
  indexes: [{ name: 'time_records_by_start', columns: ['institution_id', 'user_id', 'start_time', 'id'] }],
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
export const timetrackingTables: readonly Table[] = [timestampTemplates, timeRecords];
