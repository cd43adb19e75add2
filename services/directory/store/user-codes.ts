import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { users } from './tables.ts';

/** Codes of users, as many as are compared at once. */
export async function listCodes(db: Reader, { institutionId }: TenantActor): Promise<string[]> {
  return (await db.rows(CODES, { institutionId })).map(({ code }) => code);
}

export const MAX_CODES = 10_000;

const CODES = sqlStatement(users, 'codes', {
  parameters: { institutionId: uuid() },
  result: { code: text() },
  text: ($) => `SELECT u.code FROM users u
   WHERE u.institution_id = ${$.institutionId} AND u.code_key IS NOT NULL ORDER BY u.code_key LIMIT ${MAX_CODES}`,
});
