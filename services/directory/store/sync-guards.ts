import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  equalsUnlessNull,
  insertRow,
  instant,
  integer,
  lockRow,
  nothing,
  plainText,
  removeExpired,
  sqlStatement,
  text,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { emailKey } from '../../../platform/core/text-keys.ts';
import { auditLog } from '../../../platform/data/platform-tables.ts';
import { table } from '../../../platform/data/tables.ts';
import { refuse } from '../domain/refusals.ts';
import type { LockedUser } from '../domain/user.ts';

/** The changes of each sync by minute: a few rows for an hour, however many people it changes. */
export const syncGuards = table('sync_guards', {
  columns: {
    institutionId: uuid().says('nothing'),
    integrationId: uuid().says('nothing'),
    minute: instant().says('nothing'),
    /** When it has done the latest of it: the row counts for an hour from then. */
    lastAt: instant().says('nothing'),
    /** The users whom it has archived or given another email. */
    counted: integer().says('nothing'),
    /** Of those who were active an hour before: how many more it has archived than brought back. */
    departed: integer().says('nothing'),
    /** How many were active an hour before {@link activeAt}; known once it matters. */
    active: integer().says('nothing').nullable(),
    activeAt: instant().says('nothing').nullable(),
  },
  primaryKey: ['institutionId', 'integrationId', 'minute'],
  indexes: { sync_guards_by_expiry: { on: ['lastAt'] } },
});

/** When an administrator has last let a sync archive again. */
export const syncAllowances = table('sync_allowances', {
  audited: { resource: 'directory_sync', values: ['allowedAt'] },
  columns: {
    institutionId: uuid().says('nothing'),
    /** The integration's. */
    id: uuid().says('nothing'),
    allowedAt: instant().says('nothing'),
    revision: uuid().says('nothing'),
  },
});

export const GUARDED_MS = 60 * 60 * 1_000;
const MINUTE_MS = 60 * 1_000;
/** A sync may always make this many counted changes an hour. */
const FREE_PER_HOUR = 20;

interface Change {
  readonly before: LockedUser;
  readonly after: LockedUser;
  /** In epoch milliseconds. */
  readonly now: number;
}

/**
 * Counts the change that the caller's sync makes to a user, or refuses it with SYNC_GUARDED: archiving, or an email
 * with which another person may sign in. Other changes of the sync wait until the transaction ends. Restoring a user
 * makes no room, and users whom the sync itself has created within the hour do not count. A caller that is no
 * integration is not guarded.
 */
export async function guardChange(tx: Tx, actor: TenantActor, { before, after, now }: Change): Promise<void> {
  if (actor.kind !== 'integration') return;
  const isCounted = (after.isArchived && !before.isArchived) || emailKey(after.email) !== emailKey(before.email);
  if (!isCounted && before.isArchived === after.isArchived) return;
  const { institutionId, integrationId } = actor;
  const own = { institutionId, integrationId };
  const since = toInstantText(now - GUARDED_MS);
  const isNew = Date.parse(before.createdAt) > now - GUARDED_MS;
  if (isNew && (await tx.rows(CREATED, { ...own, userId: before.id, since })).length > 0) return;
  let known: { active: number | null; activeAt: string | null } = { active: null, activeAt: null };
  if (isCounted) {
    tx.write(LOCK, own);
    const [state] = await tx.rows(STATES, { ...own, since, now: toInstantText(now) });
    if (state && isHeld(state)) {
      const seconds = Math.ceil((Date.parse(state.oldest ?? '') + GUARDED_MS - now) / 1_000);
      refuse('SYNC_GUARDED', { extensions: { retryAfterSeconds: Math.max(1, seconds) } });
    }
    if (state) known = { active: state.active, activeAt: state.activeAt };
  }
  tx.write(NOTE, {
    ...own,
    minute: toInstantText(Math.floor(now / MINUTE_MS) * MINUTE_MS),
    lastAt: toInstantText(now),
    counted: Number(isCounted),
    departed: isNew ? 0 : Number(after.isArchived) - Number(before.isArchived),
    ...known,
  });
}

/** The syncs of an institution that are held. @param now in epoch milliseconds */
export async function listHeld(db: Reader, { institutionId }: TenantActor, now: number) {
  const at = { since: toInstantText(now - GUARDED_MS), now: toInstantText(now) };
  const states = await db.rows(STATES, { institutionId, integrationId: null, ...at });
  return states.filter(isHeld).map(({ integrationId, counted }) => ({ integrationId, archived: counted }));
}

/** Resets the count of a sync. Does nothing for a sync without changes. */
export async function forgetChanges(
  tx: Tx,
  { institutionId }: TenantActor,
  { integrationId, now, revision }: { readonly integrationId: string; readonly now: number; readonly revision: string },
): Promise<void> {
  if (!isUuid(integrationId)) return;
  const key = { institutionId, id: integrationId };
  tx.write(LOCK, { institutionId, integrationId });
  const [forgotten, [before]] = await Promise.all([
    tx.rows(FORGET, { institutionId, integrationId }),
    tx.rows(LOCK_ALLOWANCE, key),
  ]);
  if (forgotten.length === 0) return;
  tx.write(before ? UPDATE_ALLOWANCE : INSERT_ALLOWANCE, { ...key, allowedAt: toInstantText(now), revision });
}

/** See the platform's Expiry. */
export const removeSyncGuards = removeExpired(syncGuards, 'lastAt');

function isHeld({ counted, active }: { readonly counted: number; readonly active: number | null }): boolean {
  return counted > FREE_PER_HOUR && active !== null && 5 * counted > active;
}

const LOCK = sqlStatement(syncGuards, 'lock', {
  writes: true,
  parameters: { institutionId: text(), integrationId: text() },
  isLock: true,
  result: { locked: nothing() },
  text: ($) =>
    `SELECT pg_advisory_xact_lock(hashtextextended(${$.integrationId}, hashtextextended(${$.institutionId}, 0))) AS locked`,
});

/**
 * What one sync or all have done since an instant. How many were active then is counted at most once an hour: as many
 * as are active of those who were there, with those whom syncs have archived since, and without those whom they have
 * brought back.
 */
const STATES = sqlStatement(syncGuards, 'states', {
  parameters: { institutionId: uuid(), integrationId: uuid().nullable(), since: instant(), now: instant() },
  result: {
    integrationId: uuid(),
    counted: integer(),
    oldest: instant().nullable(),
    active: integer().nullable(),
    activeAt: instant().nullable(),
  },
  text: ($) => `SELECT w."integrationId", w.counted::int, w.oldest,
     CASE WHEN w.counted >= ${FREE_PER_HOUR} THEN coalesce(w.active,
       (SELECT count(*) FROM users u
        WHERE u.institution_id = ${$.institutionId} AND NOT u.is_archived AND u.created_at <= ${$.since})
       + (SELECT coalesce(sum(d.departed), 0) FROM sync_guards d
          WHERE d.institution_id = ${$.institutionId} AND d.last_at > ${$.since})) END::int AS active,
     CASE WHEN w.counted >= ${FREE_PER_HOUR} THEN coalesce(w."activeAt", ${$.now}) END AS "activeAt"
   FROM (SELECT g.integration_id AS "integrationId", sum(g.counted) AS counted,
       min(g.last_at) FILTER (WHERE g.counted > 0) AS oldest,
       (array_agg(g.active ORDER BY g.active_at DESC) FILTER (WHERE g.active_at > ${$.since}))[1] AS active,
       max(g.active_at) FILTER (WHERE g.active_at > ${$.since}) AS "activeAt"
     FROM sync_guards g
     WHERE g.institution_id = ${$.institutionId} AND g.last_at > ${$.since}
       AND ${equalsUnlessNull('g.integration_id', $.integrationId, 'uuid')}
     GROUP BY g.integration_id) AS w`,
});

const NOTE = sqlStatement(syncGuards, 'note', {
  writes: true,
  parameters: typesOf(syncGuards, columnsBut(syncGuards)),
  result: {},
  text: ($) => `INSERT INTO sync_guards AS g
     (institution_id, integration_id, minute, last_at, counted, departed, active, active_at)
   VALUES (${$.institutionId}, ${$.integrationId}, ${$.minute}, ${$.lastAt}, ${$.counted}, ${$.departed}, ${$.active}, ${$.activeAt})
   ON CONFLICT (institution_id, integration_id, minute) DO UPDATE
   SET last_at = greatest(g.last_at, excluded.last_at), counted = g.counted + excluded.counted,
     departed = g.departed + excluded.departed,
     active = coalesce(excluded.active, g.active), active_at = coalesce(excluded.active_at, g.active_at)`,
});

const FORGET = sqlStatement(syncGuards, 'forget', {
  writes: true,
  parameters: { institutionId: uuid(), integrationId: uuid() },
  result: { forgotten: integer() },
  text: ($) => `UPDATE sync_guards SET counted = 0 WHERE institution_id = ${$.institutionId}
   AND integration_id = ${$.integrationId} AND counted > 0 RETURNING 1 AS forgotten`,
});

/** Whether the sync has created a user: the audit records know, and need not be written for this. */
const CREATED = sqlStatement(auditLog, 'created_by', {
  parameters: { institutionId: uuid(), integrationId: plainText(), userId: uuid(), since: instant() },
  result: { isCreated: integer() },
  text: ($) => `SELECT 1 AS "isCreated" FROM audit_log a
   WHERE a.institution_id = ${$.institutionId} AND a.resource_id = ${$.userId} AND a.recorded_at > ${$.since}
     AND a.resource = 'user' AND a.version_before IS NULL AND a.actor_id = ${$.integrationId} LIMIT 1`,
});

const LOCK_ALLOWANCE = lockRow(syncAllowances, ['institutionId', 'id'], ['revision']);
const INSERT_ALLOWANCE = insertRow(syncAllowances);
const UPDATE_ALLOWANCE = updateRow(syncAllowances);
