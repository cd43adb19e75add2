import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bytes,
  columnsBut,
  columnsOf,
  findBy,
  insertRow,
  instant,
  type RowOf,
  removeExpired,
  sqlStatement,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  type Session,
  SessionSchema,
  SignInOriginSchema,
} from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { signInMethods } from '../domain/sign-in.ts';
import { MAY_SIGN_IN } from './archived-users.ts';
import { administratorSessions, administrators, signInLinks } from './sign-in-tables.ts';

type Row = RowOf<typeof administratorSessions>;
type Owner = Pick<Row, 'institutionId' | 'userId'>;

/** A session as its owner sees it. */
export type SessionRow = Pick<Row, (typeof SHOWN)[number]>;

/** A session with what its administrator has now. */
type SessionOfToken = Pick<Row, (typeof OF_TOKEN)[number]> &
  Pick<RowOf<typeof administrators>, (typeof OF_OWNER)[number]>;

/** The session with a token, unless its user is archived. */
export async function findSessionByToken(db: Reader, tokenHash: Uint8Array): Promise<SessionOfToken | null> {
  return (await db.rows(BY_TOKEN, { tokenHash }))[0] ?? null;
}

/** The caller's sessions, the newest first, including those that have expired and are not removed yet. */
export function listSessions(
  db: Reader,
  { institutionId, userId }: Pick<AdministratorActor, 'institutionId' | 'userId'>,
): Promise<SessionRow[]> {
  return db.rows(LIST, { institutionId, userId });
}

export function insertSession(tx: Tx, session: Row): void {
  tx.write(INSERT, session);
}

/** Writes when a session was last used; has no effect on one that has ended. */
export function writeSessionUse(tx: Tx, session: Pick<Row, 'institutionId' | 'id' | 'lastUsedAt'>): void {
  tx.write(USE, session);
}

/** Ends all sessions of an administrator. */
export function deleteSessions(tx: Tx, { institutionId, userId }: Owner): void {
  tx.write(DELETE, { institutionId, userId, id: null });
}

/** Ends one of an administrator's sessions; false if there is none with the id. */
export async function deleteSession(tx: Tx, { institutionId, userId }: Owner, id: string): Promise<boolean> {
  return isUuid(id) && (await tx.rows(DELETE, { institutionId, userId, id })).length > 0;
}

export function sessionMessage({ method, userAgent, address, ...session }: SessionRow, isCurrent: boolean): Session {
  const origin = writeOrigin({ userAgent, address });
  return writeSession({ ...session, method: signInMethods[method], origin, isCurrent });
}

const writeSession = messageWriter(SessionSchema);
const writeOrigin = messageWriter(SignInOriginSchema);

/** See the platform's Expiry. */
export const removeSessions = removeExpired(administratorSessions, 'expiresAt');

const OF_TOKEN = ['institutionId', 'id', 'userId', 'userName', 'lastUsedAt', 'expiresAt'] as const;
const OF_OWNER = ['roles', 'language', 'excelLanguage'] as const;
const SHOWN = columnsBut(administratorSessions, 'institutionId', 'userId', 'tokenHash', 'userName');

const BY_TOKEN = sqlStatement(administratorSessions, 'by_token', {
  parameters: { tokenHash: bytes() },
  result: { ...typesOf(administratorSessions, OF_TOKEN), ...typesOf(administrators, OF_OWNER) },
  text: ($) => `SELECT ${columnsOf(administratorSessions, 't', OF_TOKEN)}, ${columnsOf(administrators, 'a', OF_OWNER)}
   FROM administrator_sessions t JOIN administrators a ON a.institution_id = t.institution_id AND a.id = t.user_id
   WHERE t.token_hash = ${$.tokenHash} AND ${MAY_SIGN_IN}`,
});

const LIST = sqlStatement(administratorSessions, 'list', {
  parameters: { institutionId: uuid(), userId: uuid() },
  result: typesOf(administratorSessions, SHOWN),
  text: ($) => `SELECT ${columnsOf(administratorSessions, 's', SHOWN)} FROM administrator_sessions s
   WHERE s.institution_id = ${$.institutionId} AND s.user_id = ${$.userId} ORDER BY s.created_at DESC, s.id DESC`,
});

const INSERT = insertRow(administratorSessions);

const USE = sqlStatement(administratorSessions, 'use', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid(), lastUsedAt: instant() },
  result: {},
  text: ($) => `UPDATE administrator_sessions SET last_used_at = ${$.lastUsedAt}
   WHERE institution_id = ${$.institutionId} AND id = ${$.id} AND last_used_at < ${$.lastUsedAt}`,
});

const DELETE = sqlStatement(administratorSessions, 'delete', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), id: uuid().nullable() },
  result: { id: uuid() },
  text: ($) => `DELETE FROM administrator_sessions
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND id = coalesce(${$.id}, id) RETURNING id`,
});

/** Ends the sessions of all administrators of an institution, which was closed. */
export const endAllSessions = sqlStatement(administratorSessions, 'delete_all', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ($) => `DELETE FROM administrator_sessions WHERE institution_id = ${$.institutionId}`,
});

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
  tx.write(INSERT_LINK, link);
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
  tx.write(DELETE_LINKS, { institutionId, userId, id: id ?? null });
}

/** See the platform's Expiry. */
export const removeSignInLinks = removeExpired(signInLinks, 'expiresAt');

const OF_LINK = ['institutionId', 'id', 'userId', 'expiresAt', 'userName', 'email', 'institutionName'] as const;

const BY_CODE = findBy(signInLinks, ['codeHash'], OF_LINK, MAY_SIGN_IN);

const INSERT_LINK = insertRow(signInLinks);

const DELETE_OF_CONSOLE = sqlStatement(signInLinks, 'delete_of_console', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid() },
  result: {},
  text: ($) => `DELETE FROM sign_in_links
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND is_of_console`,
});

const DELETE_LINKS = sqlStatement(signInLinks, 'delete', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), id: uuid().nullable() },
  result: {},
  text: ($) => `DELETE FROM sign_in_links
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND id = coalesce(${$.id}, id)`,
});
