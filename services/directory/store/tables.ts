import type { CalendarScope } from '../../../platform/core/actor.ts';
import {
  bigint,
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
import type { signInMethods } from '../domain/sign-in.ts';
import { administratorCounts } from './administrator-counts.ts';
import { calendarFeedCounts } from './calendar-feed-counts.ts';
import { calendarFeedReads } from './calendar-feed-reads.ts';

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
    secretHashes: bytesArray(),
    secretCreatedAt: instant(),
    formerSecretCreatedAt: instant().nullable(),
    formerSecretExpiresAt: instant().nullable(),
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

export const administrators = table('administrators', {
  audited: { resource: 'administrator' },
  columns: {
    institutionId: uuid(),
    /** The user's. */
    id: uuid(),
    createdBy: uuid().nullable(),
    lastSignedInAt: instant().nullable(),
    createdAt: instant(),
    revision: uuid(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const signInLinks = table('sign_in_links', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    userId: uuid(),
    codeHash: bytes(),
    expiresAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const administratorSessions = table('administrator_sessions', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    userId: uuid(),
    tokenHash: bytes(),
    method: text<keyof typeof signInMethods>(),
    userAgent: text(),
    address: text(),
    createdAt: instant(),
    lastUsedAt: instant(),
    expiresAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const passkeys = table('passkeys', {
  audited: { resource: 'passkey' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    userId: uuid(),
    credentialId: bytes(),
    publicKey: bytes(),
    counter: bigint(),
    name: text(),
    createdAt: instant(),
    lastUsedAt: instant().nullable(),
    revision: uuid(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const passkeyChallenges = table('passkey_challenges', {
  columns: { challengeHash: bytes(), userId: uuid().nullable(), expiresAt: instant() },
  primaryKey: ['challengeHash'],
});

export const openidProviders = table('openid_providers', {
  audited: { resource: 'openid_provider' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    issuer: text(),
    clientId: text(),
    keyId: text(),
    sealed: bytes(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid(),
  },
  primaryKey: ['institutionId'],
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
