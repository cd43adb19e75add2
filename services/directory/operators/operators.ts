import { hash } from 'node:crypto';
import type { Operator } from '../../chassis/actor.ts';
import type { Database } from '../../chassis/db/database.ts';
import { type Reader, statement } from '../../chassis/db/statement.ts';
import type { Ids } from '../../chassis/ids.ts';

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
  const [operator] = await db.rows<Operator>(BY_TOKEN, [hashOf(token)]);
  return operator ?? null;
}

/** Creates an operator; false when a live one has the name. @param at instant text */
export async function createOperator(
  db: Database,
  { id, name }: Operator,
  { token, at }: { readonly token: string; readonly at: string },
): Promise<boolean> {
  const created = await db.transaction((tx) => tx.rows(INSERT, [id, name, hashOf(token), at]));
  return created.length > 0;
}

/** Gives a live operator another token; the one before ends. False when there is none of the name. */
export async function replaceOperatorToken(db: Database, name: string, token: string): Promise<boolean> {
  const changed = await db.transaction((tx) => tx.rows(REPLACE_TOKEN, [name, hashOf(token)]));
  return changed.length > 0;
}

/** Revokes a live operator; false when there is none of the name. @param at instant text */
export async function revokeOperator(db: Database, name: string, at: string): Promise<boolean> {
  const revoked = await db.transaction((tx) => tx.rows(REVOKE, [name, at]));
  return revoked.length > 0;
}

/** All operators, revoked ones included, by creation. */
export function listOperators(db: Reader): Promise<OperatorRecord[]> {
  return db.rows(LIST, []);
}

/** The file in a data folder in which a development system keeps its operator's token, and the command line finds it. */
export const OPERATOR_TOKEN_FILE = 'operator-token';

const TOKEN_PREFIX = 'lyceum-operator-';
const TOKEN = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

function hashOf(token: string): Uint8Array {
  return hash('sha256', token, 'buffer');
}

const BY_TOKEN = statement(
  'operators_by_token',
  'SELECT id, name FROM operators WHERE token_hash = $1 AND revoked_at IS NULL',
);

const INSERT = statement(
  'operators_insert',
  'INSERT INTO operators (id, name, token_hash, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id',
);

const REPLACE_TOKEN = statement(
  'operators_replace_token',
  'UPDATE operators SET token_hash = $2 WHERE name = $1 AND revoked_at IS NULL RETURNING id',
);

const REVOKE = statement(
  'operators_revoke',
  'UPDATE operators SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL RETURNING id',
);

const LIST = statement(
  'operators_list',
  'SELECT id, name, created_at AS "createdAt", revoked_at AS "revokedAt" FROM operators ORDER BY created_at, id',
);
