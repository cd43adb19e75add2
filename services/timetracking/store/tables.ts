import { boolean, instant, integer, jsonb, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { CalendarDayKindName } from '../domain/calendar-day.ts';
import type { TimeRecord, Timestamp } from '../domain/time-record.ts';
import { calendarImports } from './calendar-imports.ts';

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

/** How long few records last: the others are found near the instant at which they begin. */
export const LONG = '48:00:00';

export const timestampTemplates = table('timestamp_templates', {
  audited: { resource: 'timestamp_template' },
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    label: text().says('nothing'),
    color: text().says('nothing').nullable(),
    position: integer().says('nothing').check('position >= 0'),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
  },
  unique: { timestamp_templates_ref: ['institutionId', 'ref'] },
  indexes: { timestamp_templates_by_position: { on: ['institutionId', 'position', 'id'] } },
});

const recordColumns = {
  ...identified,
  userId: uuid().says('nothing'),
  startTime: instant().says('work'),
  endTime: instant().says('work').nullable(),
  lastEventAt: instant().says('work'),
  pauses: jsonb<readonly PauseColumn[]>().says('work'),
  timestamps: jsonb<readonly TimestampColumn[]>().says('text'),
  source: text<TimeRecord['source']>().says('nothing').check("source IN ('session', 'api', 'bulk', 'console')"),
  note: text().says('text').nullable(),
  autoClosed: boolean().says('nothing'),
  revision: uuid().says('nothing'),
  ...dated,
  correctedAt: instant().says('nothing').nullable(),
};

export const timeRecords = table('time_records', {
  // No text that somebody has typed. They go with the record: `forgetTimes`.
  audited: { resource: 'time_record', values: ['userId', 'startTime', 'endTime', 'pauses', 'autoClosed'] },
  whose: 'userId',
  columns: recordColumns,
  checks: { time_records_not_empty: 'end_time > start_time' },
  exclusions: {
    time_records_no_overlap:
      "USING gist (institution_id WITH =, user_id WITH =, tstzrange(start_time, end_time, '[)') WITH &&)",
  },
  indexes: {
    time_records_by_start: { on: ['institutionId', 'userId', 'startTime', 'id'] },
    time_records_by_time: { on: ['institutionId', 'startTime', 'id'] },
    time_records_with_note: { on: ['institutionId', 'startTime', 'id'], where: 'note IS NOT NULL' },
    time_records_long: {
      on: ['institutionId', 'startTime', 'id'],
      where: `end_time - start_time > '${LONG}'::interval`,
    },
    time_records_auto_closed: { on: ['institutionId', 'startTime', 'id'], where: 'auto_closed' },
    time_records_open_by_time: { on: ['institutionId', 'startTime', 'id'], where: 'end_time IS NULL' },
    time_records_changed: { on: ['institutionId', 'updatedAt', 'id'] },
    // Of all records. The condition keeps the planner from taking it for reads of a member's records by their starts.
    time_records_by_change: { on: ['institutionId', 'userId', 'updatedAt'], where: "updated_at > '-infinity'" },
    time_records_corrected: { on: ['institutionId', 'userId', 'correctedAt'], where: "corrected_at > '-infinity'" },
    time_records_open: { on: ['institutionId', 'userId'], isUnique: true, where: 'end_time IS NULL' },
  },
});

/** Findings that somebody has seen, as they were then: computed anew, they are open as soon as they differ. */
export const findingAcknowledgements = table('finding_acknowledgements', {
  audited: { resource: 'finding_acknowledgement', values: ['userId'] },
  whose: 'userId',
  columns: {
    ...identified,
    userId: uuid().says('nothing'),
    date: plainText().says('work'),
    findingId: plainText().says('nothing'),
    seen: text().says('nothing'),
    recordIds: jsonb<readonly string[]>().says('nothing'),
    reason: text().says('text'),
    acknowledgedBy: uuid().says('nothing'),
    createdAt: instant().says('nothing'),
    revision: uuid().says('nothing'),
  },
  unique: { finding_acknowledgements_finding: ['institutionId', 'userId', 'date', 'findingId'] },
});

/** Days are dates as text, which sorts as they do. */
export const calendarDays = table('calendar_days', {
  audited: { resource: 'calendar_day' },
  columns: {
    ...identified,
    ref: plainText().says('nothing').nullable(),
    name: plainText().says('nothing'),
    firstDay: plainText().says('nothing'),
    lastDay: plainText().says('nothing'),
    kind: text<CalendarDayKindName>().says('nothing').check("kind IN ('holiday', 'closed')"),
    importId: uuid().says('nothing').nullable(),
    revision: uuid().says('nothing'),
    ...dated,
  },
  unique: { calendar_days_name: ['institutionId', 'firstDay', 'name'] },
  checks: { calendar_days_span: 'last_day >= first_day' },
  indexes: {
    calendar_days_ref: { on: ['institutionId', 'ref'], isUnique: true, where: 'ref IS NOT NULL' },
    calendar_days_page: { on: ['institutionId', 'firstDay', 'id'], include: ['lastDay', 'kind'] },
    calendar_days_of_import: { on: ['institutionId', 'importId'], where: 'import_id IS NOT NULL' },
  },
});

/** What terminals sent of closed months: as the records that it would become. */
export const lateRecords = table('late_records', {
  audited: { resource: 'late_record', values: ['userId'] },
  whose: 'userId',
  columns: {
    ...recordColumns,
    isCorrection: boolean().says('nothing'),
    arrivedAt: instant().says('nothing'),
  },
  indexes: {
    late_records_by_start: { on: ['institutionId', 'userId', 'startTime', 'id'] },
    late_records_by_time: { on: ['institutionId', 'startTime', 'id'] },
  },
});

/** Closings of months, those that were opened again too. One without a user group is of everybody. */
export const closedMonths = table('closed_months', {
  audited: { resource: 'closed_month' },
  whose: 'nobody',
  columns: {
    ...identified,
    month: plainText().says('nothing'),
    userGroupId: uuid().says('nothing').nullable(),
    startsAt: instant().says('nothing'),
    endsAt: instant().says('nothing'),
    records: integer().says('nothing'),
    digest: plainText().says('nothing'),
    closedBy: uuid().says('nothing'),
    closedAt: instant().says('nothing'),
    reopenedBy: uuid().says('nothing').nullable(),
    reopenedAt: instant().says('nothing').nullable(),
    reason: text().says('text').nullable(),
    revision: uuid().says('nothing'),
  },
  indexes: {
    closed_months_by_end: { on: ['institutionId', 'endsAt'], where: 'reopened_at IS NULL' },
    closed_months_by_time: { on: ['institutionId', 'closedAt', 'id'] },
  },
});

/** Who belonged to the user group of a closing. */
export const closedMembers = table('closed_members', {
  primaryKey: ['institutionId', 'closingId', 'userId'],
  columns: {
    institutionId: uuid().says('nothing'),
    closingId: uuid().says('nothing'),
    userId: uuid().says('nothing'),
  },
});

/** All tables of time tracking. */
export const timetrackingTables = [
  timestampTemplates,
  timeRecords,
  lateRecords,
  closedMonths,
  closedMembers,
  findingAcknowledgements,
  calendarDays,
  calendarImports,
] as const;
