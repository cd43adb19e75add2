import type { CalendarScope } from '../../../platform/core/actor.ts';
import {
  boolean,
  bytes,
  bytesArray,
  double,
  instant,
  plainText,
  text,
  uuid,
} from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';
import { calendarFeedCounts } from './calendar-feed-counts.ts';

export const institutions = table('institutions', {
  audited: { resource: 'institution', institution: 'id' },
  columns: {
    id: uuid(),
    ref: plainText(),
    name: plainText(),
    timeTrackingTimezone: text().nullable(),
    timeTrackingEnabled: boolean().nullable(),
    schedulingEnabled: boolean().nullable(),
    rejectRoomConflicts: boolean().nullable(),
    userCodeFormat: text().nullable(),
    defaultLessonUnitName: text().nullable(),
    defaultLessonUnitMinutes: double().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['id'],
  uniques: [{ name: 'institutions_ref', columns: ['ref'] }],
  checks: [
    {
      name: 'institutions_default_lesson_unit_minutes_check',
      expression: 'default_lesson_unit_minutes > (0)::double precision',
    },
  ],
});

export const users = table('users', {
  audited: { resource: 'user' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    email: text(),
    emailKey: plainText(),
    name: text(),
    nameIsOwn: boolean(),
    firstName: text().nullable(),
    lastName: text().nullable(),
    image: text().nullable(),
    code: text().nullable(),
    codeKey: plainText().nullable(),
    isArchived: boolean(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [
    { name: 'users_email', columns: ['institutionId', 'emailKey'] },
    { name: 'users_code', columns: ['institutionId', 'codeKey'], where: 'code_key IS NOT NULL' },
    { name: 'users_ref', columns: ['institutionId', 'ref'], where: 'ref IS NOT NULL' },
  ],
  indexes: [
    { name: 'users_by_change', columns: ['institutionId', 'updatedAt'], include: ['createdAt', 'id'] },
    { name: 'users_by_creation', columns: ['institutionId', 'createdAt', 'id'], include: ['updatedAt'] },
  ],
  checks: [{ name: 'users_code_with_key', expression: '(code IS NULL) = (code_key IS NULL)' }],
});

export const courses = table('courses', {
  audited: { resource: 'course' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    code: plainText().nullable(),
    name: text(),
    layerId: uuid(),
    layerName: text().nullable(),
    isArchived: boolean(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [
    { name: 'courses_layer', columns: ['institutionId', 'layerId'] },
    { name: 'courses_ref', columns: ['institutionId', 'ref'], where: 'ref IS NOT NULL' },
  ],
  indexes: [
    { name: 'courses_by_change', columns: ['institutionId', 'updatedAt'], include: ['createdAt', 'id'] },
    { name: 'courses_by_code', columns: ['institutionId', 'code', 'createdAt', 'id'], where: 'code IS NOT NULL' },
    { name: 'courses_by_creation', columns: ['institutionId', 'createdAt', 'id'], include: ['updatedAt'] },
  ],
  references: [
    { name: 'courses_institution_id_fkey', columns: ['institutionId'], to: 'institutions', toColumns: ['id'] },
  ],
});

export const userGroups = table('user_groups', {
  audited: { resource: 'user_group' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    name: text(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'user_groups_ref', columns: ['institutionId', 'ref'], where: 'ref IS NOT NULL' }],
  references: [
    { name: 'user_groups_institution_id_fkey', columns: ['institutionId'], to: 'institutions', toColumns: ['id'] },
  ],
});

export const userGroupMembers = table('user_group_members', {
  columns: {
    institutionId: uuid(),
    userGroupId: uuid(),
    userId: uuid(),
  },
  primaryKey: ['institutionId', 'userGroupId', 'userId'],
  references: [
    {
      name: 'user_group_members_institution_id_user_group_id_fkey',
      columns: ['institutionId', 'userGroupId'],
      to: 'user_groups',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'user_group_members_user',
      columns: ['institutionId', 'userId'],
      to: 'users',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const integrations = table('integrations', {
  audited: { resource: 'integration' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    clientId: plainText(),
    name: text(),
    createdBy: uuid().nullable(),
    isActive: boolean(),
    secretHashes: bytesArray(),
    createdAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'integrations_client', columns: ['clientId'] }],
  indexes: [{ name: 'integrations_by_creation', columns: ['institutionId', 'createdAt', 'id'] }],
  checks: [
    {
      name: 'integrations_secret_hashes_check',
      expression: '(cardinality(secret_hashes) >= 1) AND (cardinality(secret_hashes) <= 2)',
    },
  ],
  references: [
    {
      name: 'integrations_created_by',
      columns: ['institutionId', 'createdBy'],
      to: 'users',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'integrations_institution_id_fkey',
      columns: ['institutionId'],
      to: 'institutions',
      toColumns: ['id'],
    },
  ],
});

export const calendarFeeds = table('calendar_feeds', {
  audited: { resource: 'calendar_feed' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    name: text(),
    calendarOf: text<CalendarScope['of']>(),
    targetId: uuid(),
    integrationId: uuid().nullable(),
    tokenHash: bytes(),
    createdAt: instant(),
    revision: uuid(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'calendar_feeds_token', columns: ['tokenHash'] }],
  indexes: [{ name: 'calendar_feeds_by_creation', columns: ['institutionId', 'createdAt', 'id'] }],
  checks: [
    {
      name: 'calendar_feeds_calendar_of_check',
      expression: "calendar_of = ANY (ARRAY['course'::text, 'room'::text, 'organizer'::text, 'user'::text])",
    },
  ],
  references: [
    {
      name: 'calendar_feeds_institution_id_fkey',
      columns: ['institutionId'],
      to: 'institutions',
      toColumns: ['id'],
    },
    {
      name: 'calendar_feeds_integration',
      columns: ['institutionId', 'integrationId'],
      to: 'integrations',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const operators = table('operators', {
  columns: {
    id: uuid(),
    name: plainText(),
    tokenHash: bytes(),
    createdAt: instant(),
    revokedAt: instant().nullable(),
  },
  primaryKey: ['id'],
  uniques: [
    { name: 'operators_token', columns: ['tokenHash'] },
    { name: 'operators_name', columns: ['name'], where: 'revoked_at IS NULL' },
  ],
});

/** All tables of directory. */
export const directoryTables = [
  operators,
  institutions,
  users,
  courses,
  userGroups,
  userGroupMembers,
  integrations,
  calendarFeeds,
  calendarFeedCounts,
] as const;
