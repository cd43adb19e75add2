import { boolean, bytes, instant, jsonb, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { identified, table } from '../../../platform/data/tables.ts';
import type { CalendarScope } from '../domain/calendar-feed.ts';
import type { Secrets } from '../domain/secrets.ts';
import { archivedUsers } from './archived-users.ts';
import { archivings } from './archivings.ts';
import { calendarFeedReads } from './calendar-feed-reads.ts';
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
  audited: { resource: 'integration', values: ['name', 'createdBy', 'isActive'] },
  columns: {
    ...identified,
    clientId: plainText(),
    name: text(),
    createdBy: uuid().nullable(),
    isActive: boolean(),
    isDirectorySync: boolean(),
    secrets: jsonb<Secrets>().check('jsonb_array_length(secrets) BETWEEN 1 AND 3'),
    createdAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: { integrations_client: ['clientId'] },
  indexes: { integrations_by_creation: { on: ['institutionId', 'createdAt', 'id'] } },
});

export const calendarFeeds = table('calendar_feeds', {
  audited: { resource: 'calendar_feed', values: ['name', 'calendarOf', 'targetId'] },
  columns: {
    ...identified,
    name: text(),
    calendarOf: text<CalendarScope['of']>().check("calendar_of IN ('course', 'room', 'organizer', 'user')"),
    targetId: uuid(),
    integrationId: uuid().nullable(),
    tokenHash: bytes(),
    createdAt: instant(),
    revision: uuid(),
  },
  unique: { calendar_feeds_token: ['tokenHash'] },
  references: {
    calendar_feeds_integration: { columns: ['institutionId', 'integrationId'], to: 'integrations' },
  },
  indexes: { calendar_feeds_by_creation: { on: ['institutionId', 'createdAt', 'id'] } },
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
  unique: { operators_token: ['tokenHash'] },
  indexes: { operators_name: { on: ['name'], isUnique: true, where: 'revoked_at IS NULL' } },
});

export const backupProofs = table('backup_proofs', { columns: { provenAt: instant() }, primaryKey: ['provenAt'] });

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
] as const;
