import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  findBy,
  insertRow,
  type RowOf,
  removeExpired,
  sqlStatement,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { isActiveUser } from './archived-users.ts';
import { signInLinks } from './sign-in-tables.ts';

/** A one-time link, with the fields of its user that its page shows. */
export type SignInLinkRow = Pick<RowOf<typeof signInLinks>, (typeof OF_LINK)[number]>;

/**
 * The link with a code, unless it is used, removed, or of an archived user. The institution is not known beforehand:
 * the link determines it.
 */
export function findSignInLink(db: Reader, codeHash: Uint8Array): Promise<SignInLinkRow | null> {
  return db.point(BY_CODE, { codeHash });
}

export function insertSignInLink(tx: Tx, link: RowOf<typeof signInLinks>): void {
  tx.write(INSERT, link);
}

/** Ends the links to an administrator that administrators have made. */
export function deleteConsoleLinks(
  tx: Tx,
  { institutionId, userId }: Pick<SignInLinkRow, 'institutionId' | 'userId'>,
): void {
  tx.write(DELETE_OF_CONSOLE, { institutionId, userId });
}

/** Ends the links of an administrator, or one of them, which so has been used. */
export function deleteSignInLinks(
  tx: Tx,
  { institutionId, userId, id }: Pick<SignInLinkRow, 'institutionId' | 'userId'> & { readonly id?: string },
): void {
  tx.write(DELETE, { institutionId, userId, id: id ?? null });
}

/** See the platform's Expiry. */
export const removeSignInLinks = removeExpired(signInLinks, 'expiresAt');

const OF_LINK = ['institutionId', 'id', 'userId', 'expiresAt', 'userName', 'email', 'institutionName'] as const;

const BY_CODE = findBy(signInLinks, ['codeHash'], OF_LINK, isActiveUser('t.institution_id', 't.user_id'));

const INSERT = insertRow(signInLinks);

const DELETE_OF_CONSOLE = sqlStatement(signInLinks, 'delete_of_console', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid() },
  result: {},
  text: ($) => `DELETE FROM sign_in_links
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND is_of_console`,
});

const DELETE = sqlStatement(signInLinks, 'delete', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), id: uuid().nullable() },
  result: {},
  text: ($) => `DELETE FROM sign_in_links
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND id = coalesce(${$.id}, id)`,
});
