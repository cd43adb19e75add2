import { hash } from 'node:crypto';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { columnsBut, columnsOf, findBy, instant, sqlStatement, typesOf } from '../../../libraries/typed-sql/index.ts';
import type { Operator } from '../../../platform/core/actor.ts';
import type { Ids } from '../../../platform/core/ids.ts';
import type { Database } from '../../../platform/data/database.ts';
import { operators } from '../store/tables.ts';

/**
 * Operators of the installation, in identity's database. They are created there directly, not by RPC: access to the
 * database is needed for the first one anyway, and no operator's token can create another.
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
  return isOperatorToken(token) ? db.point(BY_TOKEN, { tokenHash: hashOf(token) }) : null;
}

/** Creates an operator; false if a live one has the name. @param at instant text */
export async function createOperator(
  db: Database,
  { id, name }: Operator,
  { token, at }: { readonly token: string; readonly at: string },
): Promise<boolean> {
  const created = await db.transaction((tx) => tx.rows(INSERT, { id, name, tokenHash: hashOf(token), createdAt: at }), {
    of: 'nobody',
  });
  return created.length > 0;
}

/** Gives a live operator a new token; the previous one ends. False if no live operator has the name. */
export async function replaceOperatorToken(db: Database, name: string, token: string): Promise<boolean> {
  const changed = await db.transaction((tx) => tx.rows(REPLACE_TOKEN, { name, tokenHash: hashOf(token) }), {
    of: 'nobody',
  });
  return changed.length > 0;
}

/** Revokes a live operator; false if none has the name. @param at instant text */
export async function revokeOperator(db: Database, name: string, at: string): Promise<boolean> {
  const revoked = await db.transaction((tx) => tx.rows(REVOKE, { name, at }), { of: 'nobody' });
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

const BY_TOKEN = findBy(operators, ['tokenHash'], ['id', 'name'], 't.revoked_at IS NULL');

const { id, name, tokenHash, createdAt } = operators.columns;

const INSERT = sqlStatement(operators, 'insert', {
  writes: true,
  parameters: { id, name, tokenHash, createdAt },
  result: { id },
  text: ($) => `INSERT INTO operators (id, name, token_hash, created_at)
   VALUES (${$.id}, ${$.name}, ${$.tokenHash}, ${$.createdAt}) ON CONFLICT DO NOTHING RETURNING id`,
});

const REPLACE_TOKEN = sqlStatement(operators, 'replace_token', {
  writes: true,
  parameters: { name, tokenHash },
  result: { id },
  text: ($) =>
    `UPDATE operators SET token_hash = ${$.tokenHash} WHERE name = ${$.name} AND revoked_at IS NULL RETURNING id`,
});

const REVOKE = sqlStatement(operators, 'revoke', {
  writes: true,
  parameters: { name, at: instant() },
  result: { id },
  text: ($) => `UPDATE operators SET revoked_at = ${$.at} WHERE name = ${$.name} AND revoked_at IS NULL RETURNING id`,
});

const SHOWN = columnsBut(operators, 'tokenHash');

const LIST = sqlStatement(operators, 'list', {
  parameters: {},
  result: typesOf(operators, SHOWN),
  text: () => `SELECT ${columnsOf(operators, 'o', SHOWN)} FROM operators o ORDER BY o.created_at, o.id`,
});
