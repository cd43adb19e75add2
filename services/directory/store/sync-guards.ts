import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { boolean, instant, integer, nothing, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
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

/** What a sync has archived so far counts no more. */
export function forgetArchivings(tx: Tx, { institutionId }: TenantActor, integrationId: string): void {
  if (isUuid(integrationId)) tx.write(FORGET, { institutionId, integrationId, since: 'infinity' });
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
  result: {},
  text: ($) => `DELETE FROM sync_archivings WHERE institution_id = ${$.institutionId}
   AND integration_id = ${$.integrationId} AND archived_at <= ${$.since}`,
});

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
