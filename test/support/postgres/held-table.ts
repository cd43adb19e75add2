import type pg from 'pg';
import { openClient } from '../../../libraries/pg-batch/index.ts';
import { until } from '../until.ts';

/** A table locked by a test: transactions that write it, or read it, wait until the test releases the lock. */
export class HeldTable {
  readonly #client: pg.Client;
  readonly #table: string;

  private constructor(client: pg.Client, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** @param from what to block: `writes`, or `reads` as well */
  static async hold(databaseUrl: string, table: string, from: 'writes' | 'reads' = 'writes'): Promise<HeldTable> {
    const client = await openClient({ connectionString: databaseUrl });
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ${from === 'writes' ? 'SHARE ROW' : 'ACCESS'} EXCLUSIVE MODE`);
    return new HeldTable(client, table);
  }

  /**
   * Waits until at least that many transactions are blocked on the table, or none with 0: the platform's own work may
   * be blocked as well.
   */
  async waiters(count: number): Promise<void> {
    await until(`${count} transactions blocked on ${this.#table}`, async () => {
      const { rows } = await this.#client.query(
        'SELECT count(*)::int AS count FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
        [this.#table],
      );
      return count === 0 ? rows[0].count === 0 : rows[0].count >= count;
    });
  }

  /** Changes data, which others see with the release. */
  async change(text: string, values: readonly unknown[]): Promise<void> {
    await this.#client.query(text, [...values]);
  }

  async release(): Promise<void> {
    await this.#client.query('COMMIT');
    await this.#client.end();
  }
}
