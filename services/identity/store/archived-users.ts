import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { findBy, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';

/**
 * The users whom directory has archived, whether or not anything here refers to them: so it does not matter whether a
 * session, a link, a passkey or a feed is stored before or after the event is handled. Both orders end with the same result.
 */
export const archivedUsers = table('archived_users', {
  columns: { institutionId: uuid(), id: uuid() },
});

interface User {
  readonly institutionId: string;
  readonly id: string;
}

/** Notes that a user is archived, or no longer. */
export function noteArchived(tx: Tx, user: User, isArchived: boolean): void {
  tx.write(isArchived ? ADD : REMOVE, user);
}

/** Whether a user is noted as archived. */
export async function isArchivedUser(tx: Tx, { institutionId }: Pick<User, 'institutionId'>, id: string) {
  return (await tx.point(FIND, { institutionId, id })) !== null;
}

/** The condition that a user is not archived, in SQL. */
export function isActiveUser(institutionId: string, userId: string): string {
  return `NOT EXISTS (SELECT FROM archived_users u WHERE u.institution_id = ${institutionId} AND u.id = ${userId})`;
}

const FIND = findBy(archivedUsers, ['institutionId', 'id'], ['id']);

const parameters = { institutionId: uuid(), id: uuid() };

const ADD = sqlStatement(archivedUsers, 'add', {
  writes: true,
  parameters,
  result: {},
  text: ($) => `INSERT INTO archived_users (institution_id, id) VALUES (${$.institutionId}, ${$.id})
   ON CONFLICT DO NOTHING`,
});

const REMOVE = sqlStatement(archivedUsers, 'remove', {
  writes: true,
  parameters,
  result: {},
  text: ($) => `DELETE FROM archived_users WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});
