import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  insertRow,
  instant,
  type RowOf,
  removeExpired,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { RoleName } from '../../../platform/core/roles.ts';
import { table } from '../../../platform/data/tables.ts';

/** What an owner, or the person, is to be told of a change of an administrator: a row for each, until it is sent. */
export const administratorNotices = table('administrator_notices', {
  isOfTheMoment: true,
  whose: 'userId',
  columns: {
    institutionId: uuid().says('nothing'),
    id: uuid().says('nothing'),
    /** Who is told. */
    userId: uuid().says('nothing'),
    /** The administrator who was changed. */
    subjectId: uuid().says('nothing'),
    what: text<'roles' | 'email'>().says('nothing').check("what IN ('roles', 'email')"),
    /** Empty for somebody who was no administrator. */
    rolesBefore: text<RoleName>().says('nothing').array(),
    /** Empty for somebody who is none any more. */
    rolesAfter: text<RoleName>().says('nothing').array(),
    author: text<Author['author']>()
      .says('nothing')
      .check("author IN ('administrator', 'operator', 'provider', 'archiving', 'api')"),
    /** The administrator's. */
    authorId: uuid().says('nothing').nullable(),
    createdAt: instant().says('nothing'),
    expiresAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'id', 'userId'],
  indexes: { administrator_notices_by_expiry: { on: ['expiresAt'] } },
});

export type AdministratorNotice = RowOf<typeof administratorNotices>;

/** Who has changed an administrator. */
export interface Author {
  readonly author: 'administrator' | 'operator' | 'provider' | 'archiving' | 'api';
  readonly authorId: string | null;
}

/** The author of a call's change. */
export function authorOf(actor: Actor): Author {
  return actor.kind === 'administrator'
    ? { author: 'administrator', authorId: actor.userId }
    : { author: 'operator', authorId: null };
}

/** A change of an administrator that is about to be written. */
export interface Change extends Author {
  readonly id: string;
  readonly institutionId: string;
  readonly subjectId: string;
  /** The roles afterwards: empty for who is no administrator any more; undefined for another change of the email address. */
  readonly roles: readonly RoleName[] | undefined;
  /** In epoch milliseconds. */
  readonly now: number;
}

/**
 * Notes a change for the owners and the person. Call it before the change is written, with the institution's
 * administrators locked: it reads the roles as they are. The same roles again are no change.
 */
export function noteChange(tx: Tx, { roles, now, ...change }: Change): void {
  const times = { createdAt: toInstantText(now), expiresAt: toInstantText(now + KEPT_MS) };
  tx.write(NOTE, { ...change, ...times, what: roles ? 'roles' : 'email', rolesAfter: [...(roles ?? [])] });
}

/** Claims a notice that is to be sent: the row is gone, and comes back only if the mail server cannot be reached. */
export async function claimNotice(tx: Tx): Promise<AdministratorNotice | undefined> {
  return (await tx.rows(CLAIM, {}))[0];
}

/** Gives a notice back that was not sent. */
export function releaseNotice(tx: Tx, notice: AdministratorNotice): void {
  tx.write(INSERT, notice);
}

/** What a person is to be told, the latest first. */
export function listNotices(
  db: Reader,
  { institutionId, userId }: Pick<AdministratorNotice, 'institutionId' | 'userId'>,
): Promise<AdministratorNotice[]> {
  return db.rows(LIST, { institutionId, userId });
}

/** See the platform's Expiry. */
export const removeNotices = removeExpired(administratorNotices, 'expiresAt');

/** While the mail server cannot be reached, or the console says it. */
const KEPT_MS = 7 * 86_400_000;

const COLUMNS = columnsBut(administratorNotices);
const NOTED = columnsBut(administratorNotices, 'userId', 'rolesBefore');
const RESULT = typesOf(administratorNotices, COLUMNS);
const SELECTED = columnsOf(administratorNotices, 'n', COLUMNS);

const INSERT = insertRow(administratorNotices);

const NOTE = sqlStatement(administratorNotices, 'note', {
  writes: true,
  parameters: typesOf(administratorNotices, NOTED),
  result: {},
  text: (
    $,
  ) => `INSERT INTO administrator_notices (institution_id, id, user_id, subject_id, what, roles_before, roles_after,
       author, author_id, created_at, expires_at)
     SELECT ${$.institutionId}, ${$.id}, told.id, ${$.subjectId}, ${$.what}, coalesce(s.roles, '{}'),
       CASE WHEN ${$.what} = 'email' THEN coalesce(s.roles, '{}') ELSE ${$.rolesAfter} END,
       ${$.author}, ${$.authorId}, ${$.createdAt}, ${$.expiresAt}
     FROM (SELECT a.id FROM administrators a WHERE a.institution_id = ${$.institutionId} AND 'owner' = ANY(a.roles)
       UNION SELECT ${$.subjectId}) told
     LEFT JOIN administrators s ON s.institution_id = ${$.institutionId} AND s.id = ${$.subjectId}
     WHERE ${$.what} = 'email' OR coalesce(s.roles, '{}') <> ${$.rolesAfter}`,
});

// Of two workers that find the same, one gets it.
const CLAIM = sqlStatement(administratorNotices, 'claim', {
  writes: true,
  parameters: {},
  result: RESULT,
  text: () => `DELETE FROM administrator_notices n WHERE (n.institution_id, n.id, n.user_id) IN (
     SELECT institution_id, id, user_id FROM administrator_notices
     ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING ${SELECTED}`,
});

const LIST = sqlStatement(administratorNotices, 'list', {
  parameters: { institutionId: uuid(), userId: uuid() },
  result: RESULT,
  text: ($) => `SELECT ${SELECTED} FROM administrator_notices n
   WHERE n.institution_id = ${$.institutionId} AND n.user_id = ${$.userId} ORDER BY n.created_at DESC, n.id DESC LIMIT 20`,
});
