import { hash } from 'node:crypto';
import type { Operator } from '../../../platform/core/actor.ts';
import type { Ids } from '../../../platform/core/ids.ts';
import type { Database } from '../../../platform/data/database.ts';
import { bytes, instant } from '../../../platform/data/schema/column.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import { prepare } from '../store/statements.ts';
import { operators } from '../store/tables.ts';

/**
 * Operators of the installation, in directory's database. They are created there directly, not by RPC: access to the database is needed for the first
 * one anyway, and no operator's token can create another.
 */
export interface OperatorRecord extends Operator {
  /** RFC 3339, UTC, milliseconds. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** A new token: 32 random bytes with a recognisable prefix. The caller shows it once and stores only its hash. */
export function newOperatorToken(ids: Ids): string {
  return `${TOKEN_PREFIX}${ids.newSecret()}`;
}

/** Whether a text has the form of a token: anything else needs no look-up. */
export function isOperatorToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The live operator with this token. */
export async function findOperator(db: Reader, token: string): Promise<Operator | null> {
  if (!isOperatorToken(token)) return null;
  const [operator] = await db.rows(BY_TOKEN, { tokenHash: hashOf(token) });
  return operator ?? null;
}

/** Creates an operator; false if a live one has the name. @param at instant text */
export async function createOperator(
  db: Database,
  { id, name }: Operator,
  { token, at }: { readonly token: string; readonly at: string },
): Promise<boolean> {
  const created = await db.transaction((tx) => tx.rows(INSERT, { id, name, tokenHash: hashOf(token), createdAt: at }));
  return created.length > 0;
}

/** Gives a live operator a new token; the previous one ends. False if no live operator has the name. */
export async function replaceOperatorToken(db: Database, name: string, token: string): Promise<boolean> {
  const changed = await db.transaction((tx) => tx.rows(REPLACE_TOKEN, { name, tokenHash: hashOf(token) }));
  return changed.length > 0;
}

/** Revokes a live operator; false if none has the name. @param at instant text */
export async function revokeOperator(db: Database, name: string, at: string): Promise<boolean> {
  const revoked = await db.transaction((tx) => tx.rows(REVOKE, { name, at }));
  return revoked.length > 0;
}

/** All operators, including revoked ones, in order of creation. */
export function listOperators(db: Reader): Promise<OperatorRecord[]> {
  return db.rows(LIST, {});
}

/** The file in a data directory where a development system stores its operator's token for the command line. */
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
