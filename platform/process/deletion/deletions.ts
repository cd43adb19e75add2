import { setTimeout as delay } from 'node:timers/promises';
import { type Tx, withClient } from '../../../libraries/pg-batch/index.ts';
import type { Table } from '../../../libraries/typed-sql/index.ts';
import type { Clock } from '../../core/clock.ts';
import { toInstantText } from '../../core/instant.ts';
import type { Database } from '../../data/database.ts';
import { lockJournal } from '../../data/erasure/applied-erasures.ts';
import type { ErasureJournal } from '../../data/erasure/journal.ts';
import { platformTables } from '../../data/platform-tables.ts';
import { dueDeletions } from '../../data/standstill/closing-rows.ts';
import type { Logger } from '../../observability/log.ts';
import { deletedBy } from '../erasure/apply-erasure.ts';
import type { BackgroundWork, ServiceOptions } from '../service-options.ts';
import { deleteRows } from './delete-rows.ts';

interface Options extends Pick<ServiceOptions, 'databaseUrl' | 'directDatabaseUrl'> {
  readonly db: Database;
  /** Those of the service's own. */
  readonly tables: readonly Table[];
  readonly log: Logger;
  readonly service: string;
  readonly clock: Clock;
  readonly journal?: ErasureJournal | undefined;
}

/**
 * Removes the rows of institutions that are being deleted from a service's database. The row in `standstills` is the
 * order and the ledger, so whatever ends a process, the next one goes on by itself. One process of a service works at a
 * time.
 */
export class Deletions implements BackgroundWork {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Waits for the rows that are being removed, at most {@link deleteRows}'s batch. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { db, log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const due = await dueDeletions(db);
        if (due.length > 0) await this.#deleteAll(due);
      } catch (error) {
        log.warn({ err: error }, 'a deletion failed and will go on');
      }
      await delay(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #deleteAll(institutionIds: readonly string[]): Promise<void> {
    const { databaseUrl, directDatabaseUrl = databaseUrl, log } = this.#options;
    const tables = [...platformTables, ...this.#options.tables];
    const { signal } = this.#stopping;
    await withClient({ connectionString: directDatabaseUrl, application_name: APPLICATION }, async (client) => {
      const { rows } = await client.query<{ isHeld: boolean }>('SELECT pg_try_advisory_lock($1) AS "isHeld"', [LOCK]);
      if (!rows[0]?.isHeld) return;
      await client.query("SET statement_timeout = '60s'");
      for (const institutionId of institutionIds) {
        if (!(await this.#isInJournal(institutionId))) continue;
        // Before a walk that finds nothing, what was on its way when the deletion began must have come.
        const { rows: begun } = await client.query<{ isOld: boolean }>(BEGUN, [institutionId]);
        const mayContinue = () => !signal.aborted;
        const removed = await deleteRows({ client, institutionId, tables, mayContinue });
        if (signal.aborted) return;
        if (removed > 0 || !begun[0]?.isOld) continue;
        await client.query(END, [institutionId]);
        log.info({ institutionId }, 'all rows of an institution are deleted');
      }
    });
  }

  /** Before the first row goes, directory writes it into the journal of erasures; the others wait for that. */
  async #isInJournal(institutionId: string): Promise<boolean> {
    const { journal, service, clock, db } = this.#options;
    if (!journal) return true;
    const entry = { at: toInstantText(clock.now()), institutionId, userId: null, kind: 'institution' } as const;
    const append = async (tx: Tx) => {
      await lockJournal(tx);
      await journal.append(entry);
    };
    if (service === 'directory') await db.transaction(append, { of: 'nobody' });
    return deletedBy(await journal.after(0)).has(institutionId);
  }
}

const APPLICATION = 'lyceum-deletion';
/** Any number that no other advisory lock of the database has. */
const LOCK = 0x64656c65;
const POLL_MS = 5_000;
const BEGUN = `SELECT deleting_since < clock_timestamp() - interval '5 s' AS "isOld" FROM standstills WHERE institution_id = $1`;
const END = `UPDATE standstills SET deleted_at = clock_timestamp(), deletes_at = NULL
  WHERE institution_id = $1 AND state = 'deleting'`;
