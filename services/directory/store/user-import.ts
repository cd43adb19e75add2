import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import { type Entry, type Stored, withChange } from '../../chassis/import/match-by-ref.ts';
import { writeRows } from '../../chassis/import/write-rows.ts';
import { codeKey, emailKey } from '../domain/identity-keys.ts';
import { givingUpKeys, type KeyHolder, newKeys, type UserValues } from '../domain/plan-user-import.ts';

/** The users of those refs, locked until the transaction ends. */
export function lockUsersByRef(tx: Tx, actor: TenantActor, refs: readonly string[]): Promise<Stored<UserValues>[]> {
  return tx.rows(BY_REF, [actor.institutionId, refs]);
}

/** Who has an email or code that records of the batch want anew. */
export async function findKeyHolders(
  db: Reader,
  actor: TenantActor,
  entries: readonly Entry<UserValues>[],
): Promise<KeyHolder[]> {
  const emails = newKeys(entries, 'email');
  const codes = newKeys(entries, 'code');
  return emails.length + codes.length === 0 ? [] : db.rows(KEY_HOLDERS, [actor.institutionId, emails, codes]);
}

/** Writes what an import changes: three statements at most, whatever the batch; none where nothing changes. @param at instant text */
export function writeUserImport(
  tx: Tx,
  actor: TenantActor,
  entries: readonly Entry<UserValues>[],
  { at, newId }: { at: string; newId(): string },
): void {
  const rowOf = ({ id, values }: Entry<UserValues>) => [
    id,
    values.ref,
    values.email,
    emailKey(values.email),
    values.name,
    values.name_is_own,
    values.first_name,
    values.last_name,
    values.image,
    values.code,
    values.code === null ? null : codeKey(values.code),
    values.is_archived,
    newId(),
  ];
  const givingUp = givingUpKeys(entries);
  if (givingUp.length > 0) tx.write(GIVE_UP_KEYS, [actor.institutionId, givingUp]);
  writeRows(tx, actor, at, UPDATE, withChange(entries, 'update').map(rowOf));
  writeRows(tx, actor, at, INSERT, withChange(entries, 'create').map(rowOf));
}

const BY_REF = statement(
  'users_import_lock',
  `SELECT u.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT id, ref, email, name, name_is_own, first_name, last_name, image, code, is_archived FROM users
       WHERE institution_id = $1 AND ref = wanted.ref LIMIT 1 FOR UPDATE) AS u`,
);

const KEY_HOLDERS = statement(
  'users_import_key_holders',
  `SELECT u.id, u.email_key, u.code_key FROM unnest($2::text[]) AS wanted (key)
     CROSS JOIN LATERAL (SELECT id, email_key, code_key FROM users WHERE institution_id = $1 AND email_key = wanted.key LIMIT 1) AS u
   UNION
   SELECT u.id, u.email_key, u.code_key FROM unnest($3::text[]) AS wanted (key)
     CROSS JOIN LATERAL (SELECT id, email_key, code_key FROM users WHERE institution_id = $1 AND code_key = wanted.key LIMIT 1) AS u`,
);

/** No email begins with a space and goes on as the id of another user. */
const GIVE_UP_KEYS = statement(
  'users_import_give_up_keys',
  `UPDATE users SET email_key = ' ' || id, code = NULL, code_key = NULL WHERE institution_id = $1 AND id = ANY($2::uuid[])`,
);

const VALUES = `unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[], $10::text[], $11::text[],
     $12::text[], $13::text[], $14::boolean[], $15::uuid[])`;

const INSERT = statement(
  'users_import_insert',
  `INSERT INTO users (institution_id, created_at, updated_at, id, ref, email, email_key, name, name_is_own, first_name, last_name, image,
     code, code_key, is_archived, revision)
   SELECT $1, $2, $2, v.* FROM ${VALUES} AS v`,
);

const UPDATE = statement(
  'users_import_update',
  `UPDATE users u SET updated_at = $2, email = v.email, email_key = v.email_key, name = v.name, name_is_own = v.name_is_own,
     first_name = v.first_name, last_name = v.last_name, image = v.image, code = v.code, code_key = v.code_key,
     is_archived = v.is_archived, revision = v.revision
   FROM ${VALUES} AS v(id, ref, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, revision)
   WHERE u.institution_id = $1 AND u.id = v.id`,
);
