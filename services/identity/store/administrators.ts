import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  columnsBut,
  columnsOf,
  deleteRows,
  findBy,
  insertRow,
  instant,
  integer,
  lockRow,
  type RowOf,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { roleOf } from '../../../platform/core/roles.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Administrator, AdministratorSchema } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { type Change, noteChange } from './administrator-notices.ts';
import { isActiveUser } from './archived-users.ts';
import { isNotLeaving } from './archivings.ts';
import { countAdministrators } from './counts.ts';
import { deleteKeptForms } from './kept-forms.ts';
import { deletePasskeys, listPasskeys } from './passkeys.ts';
import { forgetChoice } from './problem-mails.ts';
import { deleteSessions, deleteSignInLinks } from './sessions.ts';
import { administrators } from './sign-in-tables.ts';

/** An administrator as shown, without the fields of the user. */
export type AdministratorRow = Pick<RowOf<typeof administrators>, (typeof SHOWN)[number]>;

/** The fields of an administrator's user that are shown. */
export type ShownUser = Pick<User, 'name' | 'email' | 'isArchived'>;

interface At {
  /** In epoch milliseconds. */
  readonly now: number;
  /** Who is archived in directory: see `archivedAdministrators`. */
  readonly archived?: readonly string[];
}

/** All administrators of the institution, in the order in which they were added. */
export function listAdministrators(
  db: Reader,
  { institutionId }: Pick<TenantActor, 'institutionId'>,
  { now, archived = [] }: At,
): Promise<ListedAdministrator[]> {
  return db.rows(LIST, { institutionId, now: toInstantText(now), archived });
}

/** An administrator, and how the user can sign in; one who is archived, or about to be, cannot. */
export interface ListedAdministrator extends AdministratorRow {
  readonly isActive: boolean;
  readonly passkeys: number;
  readonly hasLink: boolean;
  /** Has signed in with the provider that the institution has. */
  readonly hasProvider: boolean;
}

/** Locks the set of an institution's administrators until the transaction ends: none is added or removed meanwhile. */
export function lockAdministrators(tx: Tx, actor: Pick<TenantActor, 'institutionId'>): void {
  countAdministrators(tx, actor, 0);
}

/** An administrator, locked until the transaction ends. */
export async function lockAdministrator(
  tx: Tx,
  { institutionId }: Pick<TenantActor, 'institutionId'>,
  userId: string,
): Promise<RowOf<typeof administrators> | null> {
  if (!isUuid(userId)) return null;
  const [row] = await tx.rows(LOCK, { institutionId, id: userId });
  return row ?? null;
}

/** The language that an administrator has chosen; empty if none, and of whoever is no administrator. */
export async function findLanguage(
  db: Reader,
  { institutionId }: Pick<TenantActor, 'institutionId'>,
  userId: string,
): Promise<string> {
  return (await db.point(LANGUAGE, { institutionId, id: userId }))?.language ?? '';
}

/** Adds an administrator; the institution's are locked by {@link lockAdministrators}. */
export function insertAdministrator(tx: Tx, actor: TenantActor, administrator: NewAdministrator, change: Noted): void {
  noteChange(tx, {
    ...change,
    institutionId: actor.institutionId,
    subjectId: administrator.id,
    roles: administrator.roles,
  });
  tx.write(INSERT, {
    institutionId: actor.institutionId,
    lastSignedInAt: null,
    signedInIssuer: null,
    signedInSubject: null,
    language: '',
    excelLanguage: '',
    ...administrator,
  });
  countAdministrators(tx, actor, 1);
}

type NewAdministrator = Omit<
  RowOf<typeof administrators>,
  'institutionId' | 'lastSignedInAt' | 'signedInIssuer' | 'signedInSubject' | 'language' | 'excelLanguage'
>;

/** Gives an administrator a new revision, last sign-in and languages; the row is locked by {@link lockAdministrator}. */
export function updateAdministrator(tx: Tx, administrator: RowOf<typeof administrators>): void {
  tx.write(UPDATE, administrator);
}

/** Gives an administrator other roles; the row is locked by {@link lockAdministrator}, and so are those of all. */
export function writeRoles(tx: Tx, administrator: RowOf<typeof administrators>, change: Noted): void {
  const { institutionId, id: subjectId, roles } = administrator;
  noteChange(tx, { ...change, institutionId, subjectId, roles });
  updateAdministrator(tx, administrator);
}

/** Who changes an administrator, and when: the owners and the person are told. */
type Noted = Pick<Change, 'id' | 'author' | 'authorId' | 'now'>;

/**
 * Removes an administrator, whatever could sign the user in, the forms that are kept, and the wish for email; the row
 * is locked by {@link lockAdministrator}.
 * @param change null if nobody is told: the person was erased
 */
export async function deleteAdministrator(
  tx: Tx,
  { institutionId }: Pick<TenantActor, 'institutionId'>,
  userId: string,
  change: Noted | null,
): Promise<void> {
  if (change) noteChange(tx, { ...change, institutionId, subjectId: userId, roles: [] });
  const passkeys = await listPasskeys(tx, { institutionId, userId });
  deletePasskeys(
    tx,
    { institutionId },
    passkeys.map(({ id }) => id),
  );
  deleteSignInLinks(tx, { institutionId, userId });
  deleteSessions(tx, { institutionId, userId });
  deleteKeptForms(tx, { institutionId, userId });
  forgetChoice(tx, { institutionId, userId });
  tx.write(DELETE, { institutionId, ids: [userId] });
}

export function administratorMessage(
  { id, roles, ...shown }: AdministratorRow,
  { name, email, isArchived, canSignIn }: ShownUser & { readonly canSignIn: boolean },
): Administrator {
  return writeAdministrator({ ...shown, userId: id, roles: roles.map(roleOf), name, email, isArchived, canSignIn });
}

const writeAdministrator = messageWriter(AdministratorSchema);

const COLUMNS = columnsBut(administrators);
const SHOWN = ['id', 'createdBy', 'roles', 'keepsOwner', 'lastSignedInAt', 'createdAt', 'revision'] as const;

const LANGUAGE = findBy(administrators, ['institutionId', 'id'], ['language']);
const LOCK = lockRow(administrators, ['institutionId', 'id'], COLUMNS);
const INSERT = insertRow(administrators);
const UPDATE = updateRow(administrators);
const DELETE = deleteRows(administrators);

const LIST = sqlStatement(administrators, 'list', {
  parameters: { institutionId: uuid(), now: instant(), archived: uuids() },
  result: {
    ...typesOf(administrators, SHOWN),
    ...{ isActive: boolean(), passkeys: integer(), hasLink: boolean(), hasProvider: boolean() },
  },
  text: ($) => `SELECT ${columnsOf(administrators, 'a', SHOWN)}, a.active AS "isActive",
     (SELECT count(*)::int FROM passkeys p WHERE p.institution_id = a.institution_id AND p.user_id = a.id) AS passkeys,
     EXISTS (SELECT FROM sign_in_links l
       WHERE l.institution_id = a.institution_id AND l.user_id = a.id AND l.expires_at > ${$.now}) AS "hasLink",
     EXISTS (SELECT FROM openid_providers o
       WHERE o.institution_id = a.institution_id AND o.issuer = a.signed_in_issuer) AS "hasProvider"
   FROM (SELECT s.*, ${isActiveUser('s.institution_id', 's.id')} AND s.id <> ALL(${$.archived})
     AND ${isNotLeaving({ institutionId: 's.institution_id', userId: 's.id', now: $.now })} AS active
     FROM administrators s) a
   WHERE a.institution_id = ${$.institutionId} ORDER BY a.created_at, a.id`,
});
