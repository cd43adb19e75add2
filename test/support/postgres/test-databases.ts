import type pg from 'pg';
import { inject } from 'vitest';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { templateOf } from '../calls/test-server.ts';

/** The databases of one test file: a clone of each service's template. */
export class TestDatabases {
  readonly #server: string;
  readonly #suffix: string;
  readonly #names: readonly string[];

  private constructor(server: string, suffix: string, names: readonly string[]) {
    this.#server = server;
    this.#suffix = suffix;
    this.#names = names;
  }

  /** @param server URL of the server with `{database}` as placeholder for the database's name. */
  static async create(server: string, suffix: string, services: readonly string[]): Promise<TestDatabases> {
    const databases = new TestDatabases(server, suffix, services);
    await databases.#administer(async (client) => {
      await client.query(`SET file_copy_method = ${COPY_METHOD}`);
      for (const service of services) {
        await client.query(
          `CREATE DATABASE ${databases.#name(service)} TEMPLATE ${templateOf(service)} STRATEGY file_copy`,
        );
      }
    });
    return databases;
  }

  url(service: string): string {
    return urlOf(this.#server, this.#name(service));
  }

  /** The database URLs of a service: through the pooler, if the test run has one. */
  addressOf(service: string): { readonly databaseUrl: string; readonly directDatabaseUrl?: string } {
    const pooler = inject('databasePooler');
    if (pooler === undefined) return { databaseUrl: this.url(service) };
    return { databaseUrl: urlOf(pooler, this.#name(service)), directDatabaseUrl: this.url(service) };
  }

  async drop(): Promise<void> {
    await this.#administer(async (client) => {
      for (const service of this.#names) await client.query(`DROP DATABASE ${this.#name(service)} WITH (FORCE)`);
    });
  }

  #name(service: string): string {
    return `${service}_${this.#suffix}`;
  }

  async #administer(work: (client: pg.Client) => Promise<void>): Promise<void> {
    await withClient({ connectionString: urlOf(this.#server, 'postgres') }, work);
  }
}

/** Lets the kernel copy files where possible: half the time and CPU time of PostgreSQL's own copy. */
const COPY_METHOD = process.platform === 'win32' ? 'copy' : 'clone';

function urlOf(server: string, database: string): string {
  return server.replace(/\{database\}|%7Bdatabase%7D/, database);
}
