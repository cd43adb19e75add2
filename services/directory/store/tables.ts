import { boolean, double, instant, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import { peopleImports } from './people-imports.ts';
import { syncAllowances, syncGuards } from './sync-guards.ts';

export const institutions = table('institutions', {
  audited: {
    resource: 'institution',
    tenant: 'id',
    values: [
      'name',
      'timeTrackingTimezone',
      'timeTrackingEnabled',
      'schedulingEnabled',
      'rejectRoomConflicts',
      'userCodeFormat',
      'defaultLessonUnitName',
      'defaultLessonUnitMinutes',
    ],
  },
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
    defaultLessonUnitMinutes: double().nullable().check('default_lesson_unit_minutes > 0'),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['id'],
  unique: { institutions_ref: ['ref'] },
});

/**
 * The text in which people are searched, from columns with a prefix such as `u.`: name, email and code, composed and in
 * lower case by Unicode's mapping, whatever the database's locale.
 */
export function searchedText(prefix: string): string {
  const text = `${prefix}name || E'\\n' || ${prefix}email || E'\\n' || COALESCE(${prefix}code, '')`;
  return `lower(normalize(${text}) COLLATE pg_c_utf8)`;
}

/**
 * The order of names of users and courses, for ORDER BY and positions in it: by characters, as of all names, whatever
 * the database's locale and the version of its library.
 */
export function byName(row: string): string {
  return `${row}.name COLLATE "C", ${row}.id`;
}

export const users = table('users', {
  audited: { resource: 'user' },
  columns: {
    ...identified,
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
    externalId: text().nullable(),
    isRemoved: boolean().default('false'),
    revision: uuid(),
    ...dated,
  },
  unique: { users_email: ['institutionId', 'emailKey'] },
  checks: {
    users_code_with_key: '(code IS NULL) = (code_key IS NULL)',
    users_removed_archived: 'is_archived OR NOT is_removed',
  },
  indexes: {
    users_code: { on: ['institutionId', 'codeKey'], isUnique: true, where: 'code_key IS NOT NULL' },
    users_ref: { on: ['institutionId', 'ref'], isUnique: true, where: 'ref IS NOT NULL' },
    users_external_id: { on: ['institutionId', 'externalId'], isUnique: true, where: 'external_id IS NOT NULL' },
    users_by_creation: { on: ['institutionId', 'createdAt', 'id'], include: ['updatedAt', 'isArchived'] },
    users_by_archiving: { on: ['institutionId', 'isArchived', 'createdAt', 'id'] },
    users_by_name: { on: ['institutionId', 'isArchived', 'name', 'id'] },
    users_by_plain_name: { using: `USING btree (institution_id, is_archived, name COLLATE "C", id)` },
    users_search: { using: `USING gin (institution_id, (${searchedText('')}) gin_trgm_ops)` },
    users_by_change: { on: ['institutionId', 'updatedAt'], include: ['createdAt', 'id', 'isArchived'] },
  },
});

export const courses = table('courses', {
  audited: { resource: 'course' },
  columns: {
    ...identified,
    ref: plainText().nullable(),
    code: text().nullable(),
    codeKey: plainText().nullable(),
    name: text(),
    layerId: uuid(),
    layerName: text().nullable(),
    isArchived: boolean(),
    revision: uuid(),
    ...dated,
  },
  unique: { courses_layer: ['institutionId', 'layerId'] },
  checks: { courses_code_with_key: '(code IS NULL) = (code_key IS NULL)' },
  references: { courses_institution_id_fkey: { columns: ['institutionId'], to: 'institutions' } },
  indexes: {
    courses_ref: { on: ['institutionId', 'ref'], isUnique: true, where: 'ref IS NOT NULL' },
    courses_by_creation: { on: ['institutionId', 'createdAt', 'id'], include: ['updatedAt', 'isArchived'] },
    courses_by_archiving: { on: ['institutionId', 'isArchived', 'createdAt', 'id'] },
    courses_by_change: { on: ['institutionId', 'updatedAt'], include: ['createdAt', 'id', 'isArchived'] },
    courses_by_code: { on: ['institutionId', 'codeKey', 'createdAt', 'id'], where: 'code_key IS NOT NULL' },
  },
});

export const userGroups = table('user_groups', {
  audited: { resource: 'user_group' },
  columns: {
    ...identified,
    ref: plainText().nullable(),
    name: plainText(),
    memberCount: integer(),
    revision: uuid(),
    ...dated,
  },
  references: { user_groups_institution_id_fkey: { columns: ['institutionId'], to: 'institutions' } },
  indexes: {
    user_groups_ref: { on: ['institutionId', 'ref'], isUnique: true, where: 'ref IS NOT NULL' },
    user_groups_page: { on: ['institutionId', 'name', 'id'], include: ['updatedAt'] },
    user_groups_by_change: { on: ['institutionId', 'updatedAt'], include: ['name', 'id'] },
  },
});

export const userGroupMembers = table('user_group_members', {
  columns: {
    institutionId: uuid(),
    userGroupId: uuid(),
    userId: uuid(),
  },
  primaryKey: ['institutionId', 'userGroupId', 'userId'],
  references: {
    user_group_members_institution_id_user_group_id_fkey: {
      columns: ['institutionId', 'userGroupId'],
      to: 'user_groups',
    },
    user_group_members_user: { columns: ['institutionId', 'userId'], to: 'users' },
  },
  indexes: { user_group_members_of_user: { on: ['institutionId', 'userId', 'userGroupId'] } },
});

/** Replaced by `sync_guards`: the release before this one still writes it, the next one drops it. */
const syncArchivings = table('sync_archivings', {
  columns: { institutionId: uuid(), integrationId: uuid(), archivedAt: instant(), userId: uuid() },
  primaryKey: ['institutionId', 'integrationId', 'archivedAt', 'userId'],
});

/** All tables of directory. */
export const directoryTables = [
  institutions,
  users,
  peopleImports,
  syncGuards,
  syncArchivings,
  syncAllowances,
  courses,
  userGroups,
  userGroupMembers,
] as const;
