import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsOf,
  instant,
  type RowOf,
  removeExpired,
  sqlStatement,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { keptForms } from './sign-in-tables.ts';

type Row = RowOf<typeof keptForms>;
type Owner = Pick<Row, 'institutionId' | 'userId'>;

interface Where extends Owner, Pick<Row, 'browserHash'> {
  /** Null for the form that was kept last. */
  readonly address: string | null;
  /** Instant text: an expired form is not found. */
  readonly at: string;
}

/** A form that is kept for its owner in a browser. */
export async function findKept(db: Reader | Tx, where: Where): Promise<Pick<Row, (typeof FOUND)[number]> | undefined> {
  const [row] = await db.rows(FIND, where);
  return row;
}

/** Keeps a form, and of its owner the last ten; the administrator is locked, so that they are not more. */
export function writeKept(tx: Tx, row: Row): void {
  tx.write(WRITE, row);
  const { institutionId, userId, browserHash, address } = row;
  tx.write(TRIM, { institutionId, userId, browserHash, address, most: MAX_FORMS - 1 });
}

export function deleteKept(
  tx: Tx,
  { institutionId, userId, browserHash, address }: Omit<Row, 'keyId' | 'sealed' | 'expiresAt'>,
): void {
  tx.write(DELETE, { institutionId, userId, browserHash, address });
}

/** Drops all forms of an administrator. */
export function deleteKeptForms(tx: Tx, { institutionId, userId }: Owner): void {
  tx.write(DELETE_ALL, { institutionId, userId });
}

/** See the platform's Expiry. */
export const removeKeptForms = removeExpired(keptForms, 'expiresAt');

const MAX_FORMS = 10;
const FOUND = ['address', 'keyId', 'sealed'] as const;
const { browserHash, address, keyId, sealed } = keptForms.columns;

const FIND = sqlStatement(keptForms, 'find', {
  parameters: { institutionId: uuid(), userId: uuid(), browserHash, address: address.nullable(), at: instant() },
  result: typesOf(keptForms, FOUND),
  text: ($) => `SELECT ${columnsOf(keptForms, 'k', FOUND)} FROM kept_forms k
   WHERE k.institution_id = ${$.institutionId} AND k.user_id = ${$.userId} AND k.browser_hash = ${$.browserHash}
     AND k.address = coalesce(${$.address}, k.address) AND k.expires_at > ${$.at}
   ORDER BY k.expires_at DESC, k.address LIMIT 1`,
});

const WRITE = sqlStatement(keptForms, 'write', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), browserHash, address, keyId, sealed, expiresAt: instant() },
  result: {},
  text: ($) => `INSERT INTO kept_forms (institution_id, user_id, browser_hash, address, key_id, sealed, expires_at)
   VALUES (${$.institutionId}, ${$.userId}, ${$.browserHash}, ${$.address}, ${$.keyId}, ${$.sealed}, ${$.expiresAt})
   ON CONFLICT (institution_id, user_id, browser_hash, address)
   DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed, expires_at = excluded.expires_at`,
});

const TRIM = sqlStatement(keptForms, 'trim', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), browserHash, address, most: bigint() },
  result: {},
  text: ($) => `DELETE FROM kept_forms
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND (browser_hash, address) IN (
     SELECT browser_hash, address FROM kept_forms
     WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId}
       AND (browser_hash, address) <> (${$.browserHash}, ${$.address})
     ORDER BY expires_at DESC, browser_hash, address OFFSET ${$.most})`,
});

const DELETE = sqlStatement(keptForms, 'delete', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), browserHash, address },
  result: {},
  text: ($) => `DELETE FROM kept_forms WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId}
     AND browser_hash = ${$.browserHash} AND address = ${$.address}`,
});

const DELETE_ALL = sqlStatement(keptForms, 'delete_all', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid() },
  result: {},
  text: ($) => `DELETE FROM kept_forms WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId}`,
});
