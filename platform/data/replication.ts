import { text } from './schema/column.ts';
import { sqlStatement } from './statements/sql-statement.ts';
import type { Transactions } from './tx.ts';

/** Connections whose last commit is on the primary alone. */
const unreplicated = new WeakSet<object>();

/**
 * A commit that waits for a standby and is cancelled meanwhile is reported as one that was done, with a warning alone. It is on the primary, and is lost
 * with it. @param connection of the driver, that has said it
 */
export function noteUnreplicated(connection: object, notice: { readonly routine?: string | undefined }): void {
  if (notice.routine === 'SyncRepWaitForLSN') unreplicated.add(connection);
}

/** Whether what a connection has committed may be lost with the primary: nobody may be told that it is done, and the connection must not be used again. */
export function isUnreplicated(connection: object): boolean {
  return unreplicated.has(connection);
}

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
