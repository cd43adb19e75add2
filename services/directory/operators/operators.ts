import { hash } from 'node:crypto';
import type { Operator } from '../../../platform/core/actor.ts';
import type { Ids } from '../../../platform/core/ids.ts';
import type { Database } from '../../../platform/data/database.ts';
import { bytes, instant } from '../../../platform/data/schema/column.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import { prepare } from '../store/statements.ts';
import { operators } from '../store/tables.ts';

/**
 * Operators of the installation, in directory's database. Who may reach that makes the first one, so all are made there, past the RPCs: no
 * operator's token makes another.
 */
export interface OperatorRecord extends Operator {
  /** RFC 3339, UTC, milliseconds. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** A new token: 32 random bytes, recognisable in a configuration. Whoever draws it shows it once and keeps its hash. */
export function newOperatorToken(ids: Ids): string {
  return `${TOKEN_PREFIX}${ids.newSecret()}`;
}

/** Whether a text can be a token: no other needs to be asked for. */
export function isOperatorToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The live operator who has a token. */
export async function findOperator(db: Reader, token: string): Promise<Operator | null> {
  if (!isOperatorToken(token)) return null;
  const [operator] = await db.rows(BY_TOKEN, { tokenHash: hashOf(token) });
  return operator ?? null;
}

/** Creates an operator; false when a live one has the name. @param at instant text */
export async function createOperator(
  db: Database,
  { id, name }: Operator,
  { token, at }: { readonly token: string; readonly at: string },
): Promise<boolean> {
  const created = await db.transaction((tx) => tx.rows(INSERT, { id, name, tokenHash: hashOf(token), createdAt: at }));
  return created.length > 0;
}

/** Gives a live operator another token; the one before ends. False when there is none of the name. */
export async function replaceOperatorToken(db: Database, name: string, token: string): Promise<boolean> {
  const changed = await db.transaction((tx) => tx.rows(REPLACE_TOKEN, { name, tokenHash: hashOf(token) }));
  return changed.length > 0;
}

/** Revokes a live operator; false when there is none of the name. @param at instant text */
export async function revokeOperator(db: Database, name: string, at: string): Promise<boolean> {
  const revoked = await db.transaction((tx) => tx.rows(REVOKE, { name, at }));
  return revoked.length > 0;
}

/** All operators, revoked ones included, by creation. */
export function listOperators(db: Reader): Promise<OperatorRecord[]> {
  return db.rows(LIST, {});
}

/** The file in a data folder in which a development system keeps its operator's token, and the command line finds it. */
export const OPERATOR_TOKEN_FILE = 'operator-token';

const TOKEN_PREFIX = 'lyceum-operator-';
const TOKEN = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

function hashOf(token: string): Uint8Array {
  return hash('sha256', token, 'buffer');
}

const BY_TOKEN = prepare(operators, 'by_token', { tokenHash: bytes() }, (db, $) =>
  db.selectFrom('operators').select(['id', 'name']).where('tokenHash', '=', $.tokenHash).where('revokedAt', 'is', null),
);

const { id, name, tokenHash, createdAt } = operators.columns;

const INSERT = prepare(operators, 'insert', { id, name, tokenHash, createdAt }, (db, $) =>
  db
    .insertInto('operators')
    .values($)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

const REPLACE_TOKEN = prepare(operators, 'replace_token', { name, tokenHash }, (db, $) =>
  db
    .updateTable('operators')
    .set({ tokenHash: $.tokenHash })
    .where('name', '=', $.name)
    .where('revokedAt', 'is', null)
    .returning('id'),
);

const REVOKE = prepare(operators, 'revoke', { name, at: instant() }, (db, $) =>
  db
    .updateTable('operators')
    .set({ revokedAt: $.at })
    .where('name', '=', $.name)
    .where('revokedAt', 'is', null)
    .returning('id'),
);

const LIST = prepare(operators, 'list', {}, (db) =>
  db.selectFrom('operators').select(['id', 'name', 'createdAt', 'revokedAt']).orderBy('createdAt').orderBy('id'),
);
