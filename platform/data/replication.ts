import { sqlStatement, text } from '../../libraries/typed-sql/index.ts';
import type { Transactions } from './database.ts';

/**
 * Waits until all commits that are visible now are stored by the synchronous standbys, if there are any. Use it before
 * acknowledging data that was found rather than just written: the commit of that data may not have been waited for.
 */
export async function untilReplicated(db: Transactions): Promise<void> {
  await db.transaction(async (tx) => tx.write(WRITE_NOTHING, {}), { of: 'nobody' });
}

/**
 * Writes an empty WAL record, so that this commit, and with it all that it could see, waits for the standbys. A
 * transaction id alone would not wait.
 */
const WRITE_NOTHING = sqlStatement(null, 'until_replicated', {
  parameters: {},
  result: { position: text() },
  text: () =>
    "SELECT CASE WHEN current_setting('synchronous_standby_names') <> '' THEN pg_logical_emit_message(true, 'lyceum', '')::text END AS position",
});
