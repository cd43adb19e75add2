import pg from 'pg';
import { until } from './until.ts';

/** A table that a test keeps from being written, so that writes stand still until it lets them go. */
export class HeldTable {
  readonly #client: pg.Client;
  readonly #table: string;

  private constructor(client: pg.Client, table: string) {
    this.#client = client;
    this.#table = table;
  }

  static async hold(databaseUrl: string, table: string): Promise<HeldTable> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    return new HeldTable(client, table);
  }

  /** Waits until so many transactions stand before the table. */
  async waiters(count: number): Promise<void> {
    await until(`${count} transactions before ${this.#table}`, async () => {
      const { rows } = await this.#client.query(
        'SELECT count(*)::int AS count FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
        [this.#table],
      );
      return rows[0].count === count;
    });
  }

  async release(): Promise<void> {
    await this.#client.query('COMMIT');
    await this.#client.end();
  }
}
