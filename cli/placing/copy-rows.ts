import { register } from '../../deploy/installation/register.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { CountedLines } from '../../platform/data/archive/compression.ts';
import {
  type ArchivedTable,
  archivedTables,
  asLines,
  insertLines,
  linesOf,
  passNumbers,
} from '../../platform/data/archive/lines.ts';
import { inSnapshot, type SnapshotClient } from '../../platform/data/invariants.ts';
import { CommandFailure } from '../failure.ts';

/** The rows of an institution in the database of one service, on two servers. */
export interface Copying {
  readonly service: string;
  readonly institutionId: string;
  /** URLs without a connection pooler. */
  readonly from: string;
  readonly to: string;
  /** Called before each table. */
  readonly onTable: (name: string) => void;
}

/**
 * Copies all rows of a frozen institution, and freezes it there, too, without an end: all in one transaction. What was
 * said of it there goes, such as that it had been there before and was moved. Then reads what is there.
 * @throws CommandFailure naming the tables that differ
 */
export async function copyRows({ service, institutionId, from, to, onTable }: Copying): Promise<void> {
  const tables = tablesOf(service);
  const copied: string[] = [];
  await inSnapshot(from, (source) =>
    withClient({ connectionString: to, application_name: 'lyceum-cli' }, async (target) => {
      await asLines(source);
      await target.query('BEGIN');
      await target.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
      // Curricula give an institution a stamp with each change, unless they have done so in the transaction.
      await target.query("SELECT set_config('lyceum.stamp_moved', $1, true)", [institutionId]);
      for (const table of tables) {
        onTable(`${service}: ${table.name}`);
        const counted = new CountedLines();
        for await (const lines of linesOf(source, table, institutionId)) {
          counted.add(lines);
          await insertLines(target, table, lines, false);
        }
        copied.push(counted.digest());
        await passNumbers(target, table, institutionId);
      }
      await target.query('SET CONSTRAINTS ALL IMMEDIATE');
      await target.query('DELETE FROM standstills WHERE institution_id = $1', [institutionId]);
      await target.query(FREEZE, [institutionId]);
      await target.query('COMMIT');
    }),
  );
  const there = await inSnapshot(to, (client) => digestsOf(client, tables, institutionId));
  const differing = tables.map(({ name }) => name).filter((_, index) => copied[index] !== there[index]);
  if (differing.length > 0) throw new CommandFailure(`The copy of ${service} differs: ${differing.join(', ')}.`);
}

async function digestsOf(
  client: SnapshotClient,
  tables: readonly ArchivedTable[],
  institutionId: string,
): Promise<string[]> {
  await asLines(client);
  const digests: string[] = [];
  for (const table of tables) {
    const counted = new CountedLines();
    for await (const lines of linesOf(client, table, institutionId)) counted.add(lines);
    digests.push(counted.digest());
  }
  return digests;
}

/** All tables with rows of institutions, also of the moment: nobody notices that rows have moved within. */
function tablesOf(service: string): ArchivedTable[] {
  const all = (register.get(service) ?? []).map((table) => ({ ...table, isOfTheMoment: false }));
  return archivedTables(all, { withKeys: true, withCredentials: true });
}

const FREEZE = "INSERT INTO standstills (institution_id, state, until, is_settled) VALUES ($1, 'frozen', NULL, true)";
