import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { insertRows, instant, removeExpired, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { table } from '../../../platform/data/tables.ts';

/** Administrators who are being archived in directory at the moment. */
export const archivings = table('archivings', {
  whose: 'userId',
  isOfTheMoment: true,
  columns: {
    institutionId: uuid().says('nothing'),
    id: uuid().says('nothing'),
    userId: uuid().says('nothing'),
    expiresAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'id', 'userId'],
  references: {
    archivings_administrator: { columns: ['institutionId', 'userId'], to: 'administrators', onDelete: 'cascade' },
  },
  indexes: {
    archivings_by_user: { on: ['institutionId', 'userId'] },
    archivings_by_expiry: { on: ['expiresAt'] },
  },
});

type Tenant = Pick<TenantActor, 'institutionId'>;

interface Begun {
  readonly id: string;
  readonly userIds: readonly string[];
  /** In epoch milliseconds. */
  readonly now: number;
}

/** Notes who is about to be archived; the institution's administrators are locked. */
export function insertArchiving(tx: Tx, { institutionId }: Tenant, { id, userIds, now }: Begun): void {
  const expiresAt = toInstantText(now + UNDER_WAY_MS);
  tx.write(INSERT, { institutionId, id, expiresAt, rows: userIds.map((userId) => ({ userId })) });
}

/** Forgets an archiving that directory has refused. */
export function deleteArchiving(tx: Tx, { institutionId }: Tenant, id: string): void {
  if (isUuid(id)) tx.write(DELETE, { institutionId, id });
}

/** The condition that a user is not being archived, in SQL. */
export function isNotLeaving(of: Record<'institutionId' | 'userId' | 'now', string>): string {
  return `NOT EXISTS (SELECT FROM archivings g WHERE g.institution_id = ${of.institutionId} AND g.user_id = ${of.userId}
    AND g.expires_at > ${of.now})`;
}

/** See the platform's Expiry. */
export const removeArchivings = removeExpired(archivings, 'expiresAt');

/**
 * Longer than the console's longest request, a change that directory was asked about before, and the difference of two
 * clocks together.
 */
const UNDER_WAY_MS = 5 * 60_000;

const INSERT = insertRows(archivings, { shared: ['institutionId', 'id', 'expiresAt'] });

const DELETE = sqlStatement(archivings, 'delete', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid() },
  result: {},
  text: ($) => `DELETE FROM archivings WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});
