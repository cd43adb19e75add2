import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { changeRows, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { givingUpKeys, type ImportedUser, type KeyHolder, newKeys } from '../domain/user-import.ts';
import { users } from './tables.ts';

/** The users with an email or code that is new in the batch. */
export async function findKeyHolders(
  db: Reader,
  { institutionId }: TenantActor,
  batch: readonly ImportedUser[],
): Promise<KeyHolder[]> {
  const emails = newKeys(batch, 'emailKey');
  const codes = newKeys(batch, 'codeKey');
  return emails.length + codes.length === 0 ? [] : db.rows(KEY_HOLDERS, { institutionId, emails, codes });
}

/** Clears the emails and codes that another user of the batch takes over. */
export function releaseKeys(tx: Tx, { institutionId }: TenantActor, batch: readonly ImportedUser[]): void {
  // Cannot collide: no email consists of a space and another user's id.
  const rows = givingUpKeys(batch).map((id) => ({ id, emailKey: ` ${id}` }));
  tx.write(GIVE_UP_KEYS, { institutionId, code: null, codeKey: null, rows });
}

const KEY_HOLDERS = sqlStatement(users, 'key_holders', {
  parameters: { institutionId: uuid(), emails: text().array(), codes: text().array() },
  result: { id: users.columns.id, emailKey: users.columns.emailKey, codeKey: users.columns.codeKey },
  // One scan of the institution's users at worst: in a small table the planner may take any index for the condition.
  text: ($) => {
    const holders = (condition: string) => `SELECT id, email_key AS "emailKey", code_key AS "codeKey" FROM users
     WHERE institution_id = ${$.institutionId} AND ${condition}`;
    return `${holders(`email_key = ANY(${$.emails})`)} UNION ${holders(`code_key = ANY(${$.codes})`)}`;
  },
});

const GIVE_UP_KEYS = changeRows(
  users,
  'give_up_keys',
  { shared: ['institutionId', 'code', 'codeKey'], set: ['emailKey'] },
  'interim',
);
