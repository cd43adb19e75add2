import { sqlStatement } from './statements/sql-statement.ts';
import type { Tx } from './tx.ts';

/** Sends what waits, and checks what the database would check at a commit only. Throws the failure, which the transaction does not outlive. */
export async function checkDeferred(tx: Tx): Promise<void> {
  await Promise.all([tx.rows(NOW, {}), tx.rows(LATER, {})]);
}

const NONE = { parameters: {}, result: {} };
const NOW = sqlStatement(null, 'constraints_now', { ...NONE, text: () => 'SET CONSTRAINTS ALL IMMEDIATE' });
const LATER = sqlStatement(null, 'constraints_later', { ...NONE, text: () => 'SET CONSTRAINTS ALL DEFERRED' });
