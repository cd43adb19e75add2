import {
  bigint,
  boolean,
  double,
  instant,
  integer,
  plainText,
  text,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { EventActor } from '../../../platform/core/event.ts';
import type { RuleSetName, WorkingTimeChoice } from '../../../platform/core/working-time-rules.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import { archives } from './archives.ts';
import { peopleColumns } from './people-columns.ts';
import { peopleImports } from './people-imports.ts';
import { leftPeople, personHolds, retentions } from './retention-tables.ts';
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
      'retentionPeopleMonths',
      'retentionNotesMonths',
      'retentionHoursYears',
      'retentionAuditYears',
      'retentionKeepHoursYears',
      'workingTimeRules',
      'language',
    ],
  },
  columns: {
    id: uuid().says('nothing'),
    ref: plainText().says('nothing'),
    name: plainText().says('nothing'),
    timeTrackingTimezone: text().says('nothing').nullable(),
    timeTrackingEnabled: boolean().says('nothing').nullable(),
    schedulingEnabled: boolean().says('nothing').nullable(),
    rejectRoomConflicts: boolean().says('nothing').nullable(),
    userCodeFormat: text().says('nothing').nullable(),
    defaultLessonUnitName: text().says('nothing').nullable(),
    defaultLessonUnitMinutes: double().says('nothing').nullable().check('default_lesson_unit_minutes > 0'),
    retentionPeopleMonths: integer().says('nothing').nullable().check('retention_people_months > 0'),
    retentionNotesMonths: integer().says('nothing').nullable().check('retention_notes_months > 0'),
    retentionHoursYears: integer().says('nothing').nullable().check('retention_hours_years > 0'),
    retentionAuditYears: integer().says('nothing').nullable().check('retention_audit_years > 0'),
    retentionKeepHoursYears: integer().says('nothing').nullable().check('retention_keep_hours_years > 0'),
    workingTimeRules: text<RuleSetName>().says('nothing').nullable(),
    language: text().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
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
  whose: 'id',
  columns: {
    ...identified,
    ref: plainText().says('name').nullable(),
    email: text().says('contact'),
    emailKey: plainText().says('contact'),
    name: text().says('name'),
    nameIsOwn: boolean().says('nothing'),
    firstName: text().says('name').masked('first name').nullable(),
    lastName: text().says('name').masked('last name').nullable(),
    image: text().says('image').nullable(),
    code: text().says('name').masked('code').nullable(),
    codeKey: plainText().says('name').masked('code key').nullable(),
    isArchived: boolean().says('nothing'),
    externalId: text().says('name').nullable(),
    isRemoved: boolean().says('nothing').default('false'),
    /** Null of an active user, and of one archived before this was kept: then `updatedAt` stands for it. */
    archivedAt: instant().says('nothing').nullable(),
    erasedAt: instant().says('nothing').nullable(),
    revision: uuid().says('nothing'),
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
    users_by_plain_name: { using: `USING btree (institution_id, is_archived, name COLLATE "C", id)` },
    users_search: { using: `USING gin (institution_id, (${searchedText('')}) gin_trgm_ops)` },
    users_by_change: { on: ['institutionId', 'updatedAt'], include: ['createdAt', 'id', 'isArchived'] },
    users_archived: { on: ['institutionId', 'id'], where: 'is_archived AND erased_at IS NULL' },
  },
});

export const courses = table('courses', {
  audited: { resource: 'course' },
  columns: {
    ...identified,
    ref: plainText().says('nothing').nullable(),
    code: text().says('nothing').nullable(),
    codeKey: plainText().says('nothing').nullable(),
    name: text().says('nothing'),
    layerId: uuid().says('nothing'),
    layerName: text().says('nothing').nullable(),
    isArchived: boolean().says('nothing'),
    revision: uuid().says('nothing'),
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
    ref: plainText().says('nothing').nullable(),
    name: plainText().says('nothing'),
    memberCount: integer().says('nothing'),
    workingTimeRules: text<WorkingTimeChoice>().says('nothing').nullable(),
    revision: uuid().says('nothing'),
    ...dated,
  },
  references: { user_groups_institution_id_fkey: { columns: ['institutionId'], to: 'institutions' } },
  indexes: {
    user_groups_ref: { on: ['institutionId', 'ref'], isUnique: true, where: 'ref IS NOT NULL' },
    user_groups_with_rules: { on: ['institutionId', 'id'], where: 'working_time_rules IS NOT NULL' },
    user_groups_page: { on: ['institutionId', 'name', 'id'], include: ['updatedAt'] },
    user_groups_by_change: { on: ['institutionId', 'updatedAt'], include: ['name', 'id'] },
  },
});

export const userGroupMembers = table('user_group_members', {
  whose: 'userId',
  columns: {
    institutionId: uuid().says('nothing'),
    userGroupId: uuid().says('nothing'),
    userId: uuid().says('nothing'),
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
  whose: 'userId',
  columns: {
    institutionId: uuid().says('nothing'),
    integrationId: uuid().says('nothing'),
    archivedAt: instant().says('nothing'),
    userId: uuid().says('nothing'),
  },
  primaryKey: ['institutionId', 'integrationId', 'archivedAt', 'userId'],
});

/** What speaks against an erasure: `active` also after somebody has come back and was archived again. */
export type ErasureObstacle = 'active' | 'administrator' | 'clocked_in' | 'held';

/** The erasures of people: planned, until `erasedAt` or `endedAt`; going on, until `isDone`. */
export const erasures = table('erasures', {
  whose: 'userId',
  columns: {
    institutionId: uuid().says('nothing'),
    userId: uuid().says('nothing'),
    withHours: boolean().says('nothing'),
    plannedAt: instant().says('nothing'),
    dueAt: instant().says('nothing'),
    /** Who has asked for it. */
    actorType: text<EventActor['actorType']>().says('nothing'),
    actorId: text().says('nothing').nullable(),
    /** When it was written into the journal: from then on, nobody can change the person. */
    erasedAt: instant().says('nothing').nullable(),
    /** Its place in the journal. */
    sequence: bigint().says('nothing').nullable(),
    isDone: boolean().says('nothing'),
    /** When the plan ended without an erasure, and why. */
    endedAt: instant().says('nothing').nullable(),
    endedBy: text<ErasureObstacle>().says('nothing').nullable(),
  },
  primaryKey: ['institutionId', 'userId'],
  references: { erasures_user: { columns: ['institutionId', 'userId'], to: 'users' } },
  indexes: {
    erasures_planned: { on: ['dueAt'], where: 'erased_at IS NULL AND ended_at IS NULL' },
    erasures_ended: { on: ['institutionId', 'endedAt'], where: 'ended_at IS NOT NULL' },
  },
});

/** All tables of directory. */
export const directoryTables = [
  institutions,
  users,
  peopleImports,
  peopleColumns,
  archives,
  syncGuards,
  syncArchivings,
  syncAllowances,
  courses,
  userGroups,
  userGroupMembers,
  erasures,
  personHolds,
  retentions,
  leftPeople,
] as const;
