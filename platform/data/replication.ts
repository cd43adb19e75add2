import { text } from './schema/column.ts';
import { sqlStatement } from './statements/sql-statement.ts';
import type { Transactions } from './tx.ts';

/**
 * Waits until all that is committed and can be seen is kept by the standbys for which commits wait, where there are any. What is acknowledged because
 * it was found, and not written just now, may be a commit that nobody waited for to the end.
 */
export async function untilReplicated(db: Transactions): Promise<void> {
  await db.transaction(async (tx) => tx.write(WRITE_NOTHING, {}));
}

/** A record of the log that means nothing: the commit behind it, and behind all that it could see, waits for standbys as any other. A number alone has none wait. */
const WRITE_NOTHING = sqlStatement(null, 'until_replicated', {
  parameters: {},
  result: { position: text() },
  text: () =>
    "SELECT CASE WHEN current_setting('synchronous_standby_names') <> '' THEN pg_logical_emit_message(true, 'lyceum', '')::text END AS position",
});
