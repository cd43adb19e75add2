import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Entry } from '../../../platform/core/import/match-by-ref.ts';
import { importTable, type Writing, writeEntries } from '../../../platform/data/import-table.ts';
import { text, uuid } from '../../../platform/data/schema/column.ts';
import { changeRows } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import { givingUpKeys, type KeyHolder, newKeys, type UserValues } from '../domain/plan-user-import.ts';
import { users } from './tables.ts';
import { keysOf } from './users.ts';

export const USERS = importTable(users);

/** The users with an email or code that is new in the batch. */
export async function findKeyHolders(
  db: Reader,
  { institutionId }: TenantActor,
  entries: readonly Entry<UserValues>[],
): Promise<KeyHolder[]> {
  const emails = newKeys(entries, 'email');
  const codes = newKeys(entries, 'code');
  return emails.length + codes.length === 0 ? [] : db.rows(KEY_HOLDERS, { institutionId, emails, codes });
}

/** Writes an import's changes in at most three statements, regardless of the batch; none if nothing changes. */
export function writeUserImport(
  tx: Tx,
  actor: TenantActor,
  entries: readonly Entry<UserValues>[],
  writing: Writing,
): void {
  // Cannot collide: no email consists of a space and another user's id.
  const withoutKeys = givingUpKeys(entries).map((id) => ({ id, emailKey: ` ${id}` }));
  tx.write(GIVE_UP_KEYS, { institutionId: actor.institutionId, code: null, codeKey: null, rows: withoutKeys });
  writeEntries(tx, actor, USERS, entries, writing, ({ values }) => ({ ...values, ...keysOf(values) }));
}

const KEY_HOLDERS = sqlStatement(users, 'key_holders', {
  parameters: { institutionId: uuid(), emails: text().array(), codes: text().array() },
  result: { id: users.columns.id, emailKey: users.columns.emailKey, codeKey: users.columns.codeKey },
  text: ($) => {
    const holders = (keys: string, column: string) => `SELECT u.* FROM unnest(${keys}) AS wanted (key)
     CROSS JOIN LATERAL (SELECT id, email_key AS "emailKey", code_key AS "codeKey" FROM users
       WHERE institution_id = ${$.institutionId} AND ${column} = wanted.key LIMIT 1) AS u`;
    return `${holders($.emails, 'email_key')} UNION ${holders($.codes, 'code_key')}`;
  },
});

const GIVE_UP_KEYS = changeRows(
  users,
  'give_up_keys',
  { shared: ['institutionId', 'code', 'codeKey'], set: ['emailKey'] },
  'interim',
);
