import type { Reader } from '../../libraries/pg-batch/index.ts';
import { bigint, sqlStatement, text } from '../../libraries/typed-sql/index.ts';
import { outsideCalls } from '../core/call-scope.ts';
import { toInstantText } from '../core/instant.ts';
import { LONGEST_TO_BEGIN_MS } from './command.ts';
import { perService, type Runtime } from './runtime.ts';

/**
 * An instant (RFC 3339) with this property: a change that cannot be read yet will have an `updatedAt` at or after it.
 * Call it before the list is read.
 *
 * A change has the time at which its command began, and can be read when its transaction has committed, however much
 * later. So the instant lies before the oldest transaction that is running, in any replica, by the longest time from a
 * command's beginning to its transaction's, and by what clocks may differ. An earlier instant has the property, too: a
 * process makes one a second.
 */
export async function nextUpdatedSince(runtime: Runtime): Promise<string> {
  return toInstantText(await latest(runtime).get());
}

const latest = perService((runtime) => {
  let made: { readonly at: number; readonly instant: Promise<number> } | undefined;
  return {
    get(): Promise<number> {
      const at = runtime.clock.now();
      // Also after the clock was set back.
      if (made && Math.abs(at - made.at) < KEPT_MS) return made.instant;
      const instant = outsideCalls(() => oldestTransactionMs(runtime.db)).then((ms) => at - ms - MARGIN_MS);
      made = { at, instant };
      instant.catch(() => (made = undefined));
      return instant;
    },
  };
});

const KEPT_MS = 1_000;
/** The clocks of two processes may each differ by this from the database server's. */
const CLOCK_DIFFERENCE_MS = 30_000;
const MARGIN_MS = LONGEST_TO_BEGIN_MS + 2 * CLOCK_DIFFERENCE_MS;

/**
 * How long the oldest transaction of any replica of this service has been running, in milliseconds of the server's
 * clock. A commit that waits for a standby counts: it cannot be read yet. Other programs, such as a backup, do not.
 * @param program another application name than this process's own
 */
export async function oldestTransactionMs(db: Reader, program: string | null = null): Promise<number> {
  const [row] = await db.rows(OLDEST, { program });
  if (typeof row?.ms === 'number') return row.ms;
  throw new Error(
    'the server does not show when the transactions of this service began: it needs track_activities, and if replicas have different roles, these need pg_read_all_stats',
  );
}

/**
 * Replicas have the same application name; a pooler may append the address of its client. This statement has its own
 * transaction, so it finds at least that, and nothing that begins while it runs can be older.
 */
const OLDEST = sqlStatement(null, 'oldest_transaction', {
  parameters: { program: text().nullable() },
  result: { ms: bigint().nullable() },
  text: ({
    program,
  }) => `SELECT CASE WHEN coalesce(bool_and(pg_has_role(a.usesysid, 'USAGE') OR pg_has_role('pg_read_all_stats', 'USAGE')), true)
     THEN greatest(0, ceil(1000 * extract(epoch FROM clock_timestamp() - min(a.xact_start))))::bigint END AS ms
   FROM pg_stat_activity a
   WHERE a.datname = current_database()
     AND split_part(a.application_name, ' ', 1) = coalesce(${program}, split_part(current_setting('application_name'), ' ', 1))`,
});
