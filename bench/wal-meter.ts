import type pg from 'pg';
import { openClient } from '../libraries/pg-batch/index.ts';

/** What a server has written to its WAL so far. */
export interface WalUse {
  readonly bytes: number;
  /** The number of flushes to disk. Servers count them with a delay of up to a second. */
  readonly flushes: number;
}

/** Reads what the server of all targets writes to its WAL, including work outside the rounds, such as the relay's. */
export class WalMeter {
  readonly #client: pg.Client;

  static async open(connectionString: string): Promise<WalMeter> {
    return new WalMeter(await openClient({ connectionString }));
  }

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  async read(): Promise<WalUse> {
    const { rows } = await this.#client.query<WalUse>(
      `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes,
         (SELECT coalesce(sum(fsyncs), 0)::float8 FROM pg_stat_io WHERE object = 'wal') AS flushes`,
    );
    return rows[0] as WalUse;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
