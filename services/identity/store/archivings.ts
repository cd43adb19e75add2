import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { instant, removeExpired, sqlStatement, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { table } from '../../../platform/data/tables.ts';

/** Administrators whom somebody is about to archive in directory, which has not said yet whether it did. */
export const archivings = table('archivings', {
  columns: { institutionId: uuid(), id: uuid(), userId: uuid(), begunAt: instant() },
  primaryKey: ['institutionId', 'id', 'userId'],
  indexes: {
    archivings_by_user: { on: ['institutionId', 'userId'] },
    archivings_by_begin: { on: ['begunAt'] },
  },
});

type Tenant = Pick<TenantActor, 'institutionId'>;

/** Notes who is about to be archived; the institution's administrators are locked. */
export function insertArchiving(tx: Tx, { institutionId }: Tenant, archiving: Begun): void {
  tx.write(INSERT, { institutionId, ...archiving });
}

interface Begun {
  readonly id: string;
  readonly userIds: readonly string[];
  readonly begunAt: string;
}

/** Forgets an archiving that directory has refused. */
export function deleteArchiving(tx: Tx, { institutionId }: Tenant, id: string): void {
  if (isUuid(id)) tx.write(DELETE, { institutionId, id, userId: null });
}

/** Forgets all archivings of somebody who is no administrator any more. */
export function deleteArchivingsOf(tx: Tx, { institutionId }: Tenant, userId: string): void {
  tx.write(DELETE, { institutionId, id: null, userId });
}

/** Who was to be archived so long ago that directory knows what has become of it. @param now in epoch milliseconds */
export async function findSettled(db: Reader, { institutionId }: Tenant, now: number): Promise<readonly string[]> {
  const rows = await db.rows(SETTLED, { institutionId, before: settledBefore(now) });
  return rows.map(({ userId }) => userId);
}

/** As instant text: what had begun until then is no longer under way. @param now in epoch milliseconds */
export function settledBefore(now: number): string {
  return toInstantText(now - UNDER_WAY_MS);
}

/**
 * The condition that nobody is archiving a user, in SQL.
 * @param before {@link settledBefore}
 * @param active whom directory shows as active, of those who were to be archived before
 */
export function isNotLeaving(of: Record<'institutionId' | 'userId' | 'before' | 'active', string>): string {
  return `NOT EXISTS (SELECT FROM archivings g WHERE g.institution_id = ${of.institutionId} AND g.user_id = ${of.userId}
    AND (g.begun_at > ${of.before} OR g.user_id <> ALL(${of.active})))`;
}

/** See the platform's Expiry. */
export const removeArchivings = removeExpired(archivings, 'begunAt');

/** Longer than the console's longest request and the difference of two clocks together. */
const UNDER_WAY_MS = 5 * 60_000;

const INSERT = sqlStatement(archivings, 'insert', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid(), userIds: uuids(), begunAt: instant() },
  result: {},
  text: ($) => `INSERT INTO archivings (institution_id, id, user_id, begun_at)
   SELECT ${$.institutionId}, ${$.id}, u.id, ${$.begunAt} FROM unnest(${$.userIds}) AS u (id)`,
});

const DELETE = sqlStatement(archivings, 'delete', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid().nullable(), userId: uuid().nullable() },
  result: {},
  text: ($) => `DELETE FROM archivings WHERE institution_id = ${$.institutionId}
     AND id = coalesce(${$.id}, id) AND user_id = coalesce(${$.userId}, user_id)`,
});

const SETTLED = sqlStatement(archivings, 'settled', {
  parameters: { institutionId: uuid(), before: instant() },
  result: { userId: uuid() },
  text: ($) => `SELECT DISTINCT g.user_id AS "userId" FROM archivings g
   WHERE g.institution_id = ${$.institutionId} AND g.begun_at <= ${$.before}`,
});
