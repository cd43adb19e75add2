import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { findBy, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import { isClosed } from '../../../platform/data/standstill/fence.ts';
import { table } from '../../../platform/data/tables.ts';

/**
 * The users whom directory has archived, whether or not anything here refers to them: so it does not matter whether a
 * session, a link, a passkey or a feed is stored before or after the event is handled. Both orders end with the same result.
 */
export const archivedUsers = table('archived_users', {
  whose: 'id',
  columns: { institutionId: uuid().says('nothing'), id: uuid().says('nothing') },
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

/** The condition that the user of a row `t` may sign in and be signed in: active, and of no closed institution. In SQL. */
export const MAY_SIGN_IN = `${isActiveUser('t.institution_id', 't.user_id')} AND NOT ${isClosed('t.institution_id')}`;

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
