import { boolean, bytes, instant, jsonb, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import type { AccessName, AreaName } from '../../../platform/core/grant.ts';
import { identified, table } from '../../../platform/data/tables.ts';
import type { CalendarScope } from '../domain/calendar-feed.ts';
import type { Secrets } from '../domain/secrets.ts';
import { administratorNotices } from './administrator-notices.ts';
import { archivedUsers } from './archived-users.ts';
import { archivings } from './archivings.ts';
import { auditStreamPositions, auditStreams } from './audit-stream-tables.ts';
import { calendarFeedReads } from './calendar-feed-reads.ts';
import { closingMails } from './closing-mails.ts';
import { administratorCounts, calendarFeedCounts } from './counts.ts';
import { openidFailures } from './openid-failures.ts';
import { problemMails } from './problem-mails.ts';
import {
  administratorSessions,
  administrators,
  keptForms,
  openidProviders,
  passkeyChallenges,
  passkeys,
  signInLinks,
} from './sign-in-tables.ts';

export const integrations = table('integrations', {
  audited: { resource: 'integration', values: ['name', 'createdBy', 'isActive', 'access', 'areas'] },
  whose: 'nobody',
  columns: {
    ...identified,
    clientId: plainText().says('nothing'),
    name: text().says('text'),
    createdBy: uuid().says('nothing').nullable(),
    isActive: boolean().says('nothing'),
    isDirectorySync: boolean().says('nothing'),
    secrets: jsonb<Secrets>().says('credential').check('jsonb_array_length(secrets) BETWEEN 1 AND 3'),
    createdAt: instant().says('nothing'),
    revision: uuid().says('nothing').default('gen_random_uuid()'),
    access: text<AccessName>().says('nothing').default("'full'").check("access IN ('full', 'read')"),
    areas: text<AreaName>().says('nothing').array().nullable().check('cardinality(areas) > 0'),
  },
  unique: { integrations_client: ['clientId'] },
  indexes: { integrations_by_creation: { on: ['institutionId', 'createdAt', 'id'] } },
});

export const calendarFeeds = table('calendar_feeds', {
  audited: { resource: 'calendar_feed', values: ['name', 'calendarOf', 'targetId'] },
  whose: 'targetId',
  columns: {
    ...identified,
    name: text().says('text'),
    calendarOf: text<CalendarScope['of']>()
      .says('nothing')
      .check("calendar_of IN ('course', 'room', 'organizer', 'user')"),
    targetId: uuid().says('nothing'),
    integrationId: uuid().says('nothing').nullable(),
    tokenHash: bytes().says('credential'),
    createdAt: instant().says('nothing'),
    revision: uuid().says('nothing'),
  },
  unique: { calendar_feeds_token: ['tokenHash'] },
  references: {
    calendar_feeds_integration: { columns: ['institutionId', 'integrationId'], to: 'integrations' },
  },
  indexes: { calendar_feeds_by_creation: { on: ['institutionId', 'createdAt', 'id'] } },
});

export const operators = table('operators', {
  noTenant: 'operators belong to the installation',
  whose: 'id',
  columns: {
    id: uuid().says('nothing'),
    name: plainText().says('name'),
    tokenHash: bytes().says('credential'),
    createdAt: instant().says('nothing'),
    revokedAt: instant().says('nothing').nullable(),
  },
  primaryKey: ['id'],
  unique: { operators_token: ['tokenHash'] },
  indexes: { operators_name: { on: ['name'], isUnique: true, where: 'revoked_at IS NULL' } },
});

export const backupProofs = table('backup_proofs', {
  noTenant: 'backups are of the installation',
  columns: { provenAt: instant().says('nothing') },
  primaryKey: ['provenAt'],
});

/** All tables of identity. */
export const identityTables = [
  operators,
  backupProofs,
  integrations,
  calendarFeeds,
  calendarFeedCounts,
  calendarFeedReads,
  administrators,
  administratorCounts,
  archivedUsers,
  archivings,
  signInLinks,
  administratorSessions,
  keptForms,
  passkeys,
  passkeyChallenges,
  openidProviders,
  openidFailures,
  problemMails,
  closingMails,
  administratorNotices,
  auditStreams,
  auditStreamPositions,
] as const;
