import { createHash } from 'node:crypto';
import { TEST_OPERATOR, TEST_OPERATOR_TOKEN } from './calls/test-identities.ts';
import { query } from './postgres/query.ts';

/** Adds the operator to a database of identity whose token the command line uses in tests. */
export async function addTestOperator(databaseUrl: string): Promise<void> {
  const hash = createHash('sha256').update(TEST_OPERATOR_TOKEN).digest();
  const insert = "INSERT INTO operators (id, name, token_hash, created_at) VALUES ($1, $2, $3, '2026-10-01T00:00:00Z')";
  await query(databaseUrl, insert, [TEST_OPERATOR.id, TEST_OPERATOR.name, hash]);
}
