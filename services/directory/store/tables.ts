import { boolean, bytes, double, instant, jsonb, plainText, text, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';
import type { CalendarScope } from '../domain/calendar-feed.ts';
import type { Secrets } from '../domain/secrets.ts';
import { administratorCounts } from './administrator-counts.ts';
import { calendarFeedCounts } from './calendar-feed-counts.ts';
import { calendarFeedReads } from './calendar-feed-reads.ts';
import {
  administratorSessions,
  administrators,
  openidProviders,
  passkeyChallenges,
  passkeys,
  signInLinks,
} from './sign-in-tables.ts';

export const institutions = table('institutions', {
  audited: {
    resource: 'institution',
    institution: 'id',
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
    defaultLessonUnitMinutes: double().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['id'],
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
});

export const userGroupMembers = table('user_group_members', {
  columns: {
    institutionId: uuid(),
    userGroupId: uuid(),
    userId: uuid(),
  },
  primaryKey: ['institutionId', 'userGroupId', 'userId'],
});

export const integrations = table('integrations', {
  audited: { resource: 'integration', values: ['name', 'createdBy', 'isActive'] },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    clientId: plainText(),
    name: text(),
    createdBy: uuid().nullable(),
    isActive: boolean(),
    secrets: jsonb<Secrets>(),
    createdAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
});

export const calendarFeeds = table('calendar_feeds', {
  audited: { resource: 'calendar_feed', values: ['name', 'calendarOf', 'targetId'] },
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
  administrators,
  administratorCounts,
  signInLinks,
  administratorSessions,
  passkeys,
  passkeyChallenges,
  calendarFeedReads,
  openidProviders,
] as const;
