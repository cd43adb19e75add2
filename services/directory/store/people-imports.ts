import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  bytes,
  insertRow,
  instant,
  lockRow,
  type RowOf,
  removeExpired,
  sqlStatement,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { identified, table } from '../../../platform/data/tables.ts';
import { refuse } from '../domain/refusals.ts';

/** Files with people: each for the session in which it was sent. */
export const peopleImports = table('people_imports', {
  whose: 'many',
  isOfTheMoment: true,
  columns: {
    ...identified,
    sessionId: uuid().says('nothing'),
    /** The file, and once it is imported the outcome. */
    file: bytes().says('text'),
    isImported: boolean().says('nothing'),
    expiresAt: instant().says('nothing'),
  },
  indexes: {
    people_imports_by_session: { on: ['institutionId', 'sessionId', 'expiresAt'] },
    people_imports_by_expiry: { on: ['expiresAt'] },
  },
});

const KEPT_MS = 60 * 60 * 1_000;
/** A session keeps its latest files, so that it does not fill the database. */
const MAX_OF_SESSION = 20;

type KeptFile = Pick<RowOf<typeof peopleImports>, 'file' | 'isImported'>;

interface Wanted {
  readonly id: string;
  /** In epoch milliseconds. */
  readonly now: number;
}

/** Keeps a file for the caller's session. */
export function keepFile(tx: Tx, actor: TenantActor, { id, file, now }: Wanted & { readonly file: Uint8Array }): void {
  const { institutionId } = actor;
  const sessionId = sessionOf(actor);
  const expiresAt = toInstantText(now + KEPT_MS);
  tx.write(DROP_OLDEST, { institutionId, sessionId });
  tx.write(INSERT, { institutionId, id, sessionId, file, isImported: false, expiresAt });
}

/** A file of the caller's session. Refuses with PEOPLE_IMPORT_NOT_FOUND. */
export async function findFile(db: Reader, actor: TenantActor, { id, now }: Wanted): Promise<KeptFile> {
  if (!isUuid(id)) refuse('PEOPLE_IMPORT_NOT_FOUND');
  const at = toInstantText(now);
  const [row] = await db.rows(FIND, { institutionId: actor.institutionId, id, sessionId: sessionOf(actor), at });
  return row ?? refuse('PEOPLE_IMPORT_NOT_FOUND');
}

/** The same, locked until the transaction ends. */
export async function lockFile(tx: Tx, actor: TenantActor, { id, now }: Wanted): Promise<KeptFile> {
  if (!isUuid(id)) refuse('PEOPLE_IMPORT_NOT_FOUND');
  const [row] = await tx.rows(LOCK, { institutionId: actor.institutionId, id });
  const isOwn = row && row.sessionId === sessionOf(actor) && row.expiresAt > toInstantText(now);
  return isOwn ? row : refuse('PEOPLE_IMPORT_NOT_FOUND');
}

/** Notes that a file is imported, and replaces its content by the outcome. It is locked by {@link lockFile}. */
export function noteImported(tx: Tx, { institutionId }: TenantActor, id: string, outcome: Uint8Array): void {
  tx.write(NOTE_IMPORTED, { institutionId, id, outcome });
}

function sessionOf(actor: TenantActor): string {
  return actor.kind === 'administrator' ? actor.sessionId : refuse('CALLER_FORBIDDEN');
}

/** See the platform's Expiry. */
export const removePeopleImports = removeExpired(peopleImports, 'expiresAt');

const INSERT = insertRow(peopleImports);

const LOCK = lockRow(peopleImports, ['institutionId', 'id'], ['sessionId', 'file', 'isImported', 'expiresAt']);

const FIND = sqlStatement(peopleImports, 'find', {
  parameters: { institutionId: uuid(), id: uuid(), sessionId: uuid(), at: instant() },
  result: { file: bytes(), isImported: boolean() },
  text: ($) => `SELECT file, is_imported AS "isImported" FROM people_imports
   WHERE institution_id = ${$.institutionId} AND id = ${$.id} AND session_id = ${$.sessionId} AND expires_at > ${$.at}`,
});

const DROP_OLDEST = sqlStatement(peopleImports, 'drop_oldest', {
  writes: true,
  parameters: { institutionId: uuid(), sessionId: uuid() },
  result: {},
  text: ($) => `DELETE FROM people_imports WHERE institution_id = ${$.institutionId} AND id IN (
     SELECT id FROM people_imports WHERE institution_id = ${$.institutionId} AND session_id = ${$.sessionId}
     ORDER BY expires_at DESC, id DESC OFFSET ${MAX_OF_SESSION - 1})`,
});

const NOTE_IMPORTED = sqlStatement(peopleImports, 'note_imported', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid(), outcome: bytes() },
  result: {},
  text: ($) => `UPDATE people_imports SET file = ${$.outcome}, is_imported = true
   WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});
