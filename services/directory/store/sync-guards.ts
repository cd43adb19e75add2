import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  insertRow,
  instant,
  integer,
  lockRow,
  nothing,
  sqlStatement,
  text,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { table } from '../../../platform/data/tables.ts';
import { refuse } from '../domain/refusals.ts';

/** Whom each sync has archived lately; bringing somebody back leaves it as it is. */
export const syncArchivings = table('sync_archivings', {
  columns: { institutionId: uuid(), integrationId: uuid(), archivedAt: instant(), userId: uuid() },
  primaryKey: ['institutionId', 'integrationId', 'archivedAt', 'userId'],
});

/** When an administrator has last let a sync archive again. */
export const syncAllowances = table('sync_allowances', {
  audited: { resource: 'directory_sync', values: ['allowedAt'] },
  columns: {
    institutionId: uuid(),
    /** The integration's. */
    id: uuid(),
    allowedAt: instant(),
    revision: uuid(),
  },
  primaryKey: ['institutionId', 'id'],
});

const WITHIN_MS = 60 * 60 * 1_000;
/** As many a sync may always archive within the hour. */
const ALWAYS = 20;

/**
 * Notes that the caller's sync archives a user, or refuses it with SYNC_GUARDED. Other archivings of the sync wait
 * until the transaction ends. Whoever is no integration is not guarded.
 * @param now in epoch milliseconds
 */
export async function guardArchiving(tx: Tx, actor: TenantActor, { userId, now }: Archiving): Promise<void> {
  if (actor.kind !== 'integration') return;
  const { institutionId, integrationId } = actor;
  const own = { institutionId, integrationId };
  const since = toInstantText(now - WITHIN_MS);
  tx.write(LOCK, own);
  tx.write(FORGET, { ...own, since });
  const [state] = await tx.rows(STATE, own);
  if (state?.isHeld) {
    const seconds = Math.ceil((Date.parse(state.oldest) + WITHIN_MS - now) / 1_000);
    refuse('SYNC_GUARDED', { extensions: { retryAfterSeconds: Math.max(1, seconds) } });
  }
  tx.write(NOTE, { ...own, archivedAt: toInstantText(now), userId });
}

interface Archiving {
  readonly userId: string;
  readonly now: number;
}

/** The syncs of an institution that may archive nobody else. @param now in epoch milliseconds */
export function listHeld(db: Reader, { institutionId }: TenantActor, now: number) {
  return db.rows(HELD, { institutionId, since: toInstantText(now - WITHIN_MS) });
}

/** What a sync has archived so far counts no more. Nothing happens to one that has archived nobody. */
export async function forgetArchivings(
  tx: Tx,
  { institutionId }: TenantActor,
  { integrationId, now, revision }: { readonly integrationId: string; readonly now: number; readonly revision: string },
): Promise<void> {
  if (!isUuid(integrationId)) return;
  const key = { institutionId, id: integrationId };
  tx.write(LOCK, { institutionId, integrationId });
  const [forgotten, [before]] = await Promise.all([
    tx.rows(FORGET, { institutionId, integrationId, since: 'infinity' }),
    tx.rows(LOCK_ALLOWANCE, key),
  ]);
  if (forgotten.length === 0) return;
  tx.write(before ? UPDATE_ALLOWANCE : INSERT_ALLOWANCE, { ...key, allowedAt: toInstantText(now), revision });
}

/** Whether n archived users are too many. Reads as few of the active ones as decide it. */
const isHeld = (n: string, institution: string) => `${n} > ${ALWAYS} AND (SELECT count(*) FROM (
     SELECT FROM users u WHERE u.institution_id = ${institution} AND NOT u.is_archived LIMIT 4 * ${n}
   ) AS active) < 4 * ${n}`;

const LOCK = sqlStatement(syncArchivings, 'lock', {
  writes: true,
  parameters: { institutionId: text(), integrationId: text() },
  isLock: true,
  result: { locked: nothing() },
  text: ($) =>
    `SELECT pg_advisory_xact_lock(hashtextextended(${$.integrationId}, hashtextextended(${$.institutionId}, 0))) AS locked`,
});

const FORGET = sqlStatement(syncArchivings, 'forget', {
  writes: true,
  parameters: { institutionId: uuid(), integrationId: uuid(), since: instant() },
  result: { forgotten: integer() },
  text: ($) => `DELETE FROM sync_archivings WHERE institution_id = ${$.institutionId}
   AND integration_id = ${$.integrationId} AND archived_at <= ${$.since} RETURNING 1 AS forgotten`,
});

const LOCK_ALLOWANCE = lockRow(syncAllowances, ['institutionId', 'id'], ['revision']);
const INSERT_ALLOWANCE = insertRow(syncAllowances);
const UPDATE_ALLOWANCE = updateRow(syncAllowances);

const STATE = sqlStatement(syncArchivings, 'state', {
  parameters: { institutionId: uuid(), integrationId: uuid() },
  result: { isHeld: boolean(), oldest: instant() },
  text: ($) => `SELECT ${isHeld('a.n', $.institutionId)} AS "isHeld", a.oldest FROM (
     SELECT count(*) AS n, min(s.archived_at) AS oldest FROM sync_archivings s
     WHERE s.institution_id = ${$.institutionId} AND s.integration_id = ${$.integrationId}
   ) AS a WHERE a.n > 0`,
});

const NOTE = sqlStatement(syncArchivings, 'note', {
  writes: true,
  parameters: { institutionId: uuid(), integrationId: uuid(), archivedAt: instant(), userId: uuid() },
  result: {},
  text: ($) => `INSERT INTO sync_archivings (institution_id, integration_id, archived_at, user_id)
   VALUES (${$.institutionId}, ${$.integrationId}, ${$.archivedAt}, ${$.userId}) ON CONFLICT DO NOTHING`,
});

const HELD = sqlStatement(syncArchivings, 'held', {
  parameters: { institutionId: uuid(), since: instant() },
  result: { integrationId: uuid(), archived: integer() },
  text: ($) => `SELECT a.integration_id AS "integrationId", a.n::int AS archived FROM (
     SELECT s.integration_id, count(*) AS n FROM sync_archivings s
     WHERE s.institution_id = ${$.institutionId} AND s.archived_at > ${$.since} GROUP BY s.integration_id
   ) AS a WHERE ${isHeld('a.n', $.institutionId)}`,
});
