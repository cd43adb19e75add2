import { createHash } from 'node:crypto';
import type pg from 'pg';
import { databaseName } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { newCursorKey } from '../../gateway/endpoint/cursor-keys.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { Lyceum } from '../../one-process/lyceum.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { ensureDatabases } from '../../platform/data/ensure-databases.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { testKeys } from '../support/calls/test-identities.ts';
import { testConfiguration } from '../support/calls/test-secret-keys.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A key outlives its installation like any secret: cursors from before the restore stay valid after it. */
const CURSOR_KEYS = [newCursorKey()];
const names = services.map(({ name }) => name);

/** What an installation needs from its server. */
interface Server {
  /** The superuser's URL of a database. */
  url(database: string): string;
  stop(): Promise<unknown>;
}

/** The platform with its own PostgreSQL server, which a test backs up, breaks and restores. */
export class Installation {
  /** Stands still unless a test advances it, so the rate limit of a client never renews by itself. */
  readonly clock = new FakeClock('2026-10-05T08:00:00.000Z');
  readonly postgres: Server;
  readonly #requestTimeoutMs: number;
  #lyceum: Lyceum | undefined;

  private constructor(postgres: Server, requestTimeoutMs = 30_000) {
    this.postgres = postgres;
    this.#requestTimeoutMs = requestTimeoutMs;
  }

  /** On a running server, which belongs to the installation from now on. */
  static on(server: Server, options: { readonly requestTimeoutMs?: number } = {}): Installation {
    return new Installation(server, options.requestTimeoutMs);
  }

  /** Starts the server on a data directory, without flushing to disk; {@link start} then starts the platform. */
  static async open(dataDir: string): Promise<Installation> {
    return new Installation(await startEmbeddedPostgres({ dataDir, durable: false }));
  }

  get lyceum(): Lyceum {
    if (!this.#lyceum) throw new Error('the platform is not started');
    return this.#lyceum;
  }

  get url(): string {
    return `http://127.0.0.1:${this.lyceum.port}`;
  }

  async start(): Promise<void> {
    await ensureDatabases(this.postgres.url('postgres'), names.map(databaseName));
    this.#lyceum = await Lyceum.create({
      databaseUrl: (service) => this.postgres.url(databaseName(service)),
      configuration: testConfiguration,
      clock: this.clock,
      ids: systemIds,
      log: silentLogger,
      grpcAddress: '127.0.0.1:0',
      identityKeys: testKeys,
      gateway: {
        host: '127.0.0.1',
        port: 0,
        cursorKeys: CURSOR_KEYS,
        requestTimeoutMs: this.#requestTimeoutMs,
        publicUrl: 'http://lyceum.example',
        errorsBaseUrl: undefined,
      },
    });
    await this.#lyceum.system.migrate();
    await this.#lyceum.start();
  }

  /** Stops the platform after its events are delivered. The server keeps running. */
  async stop(): Promise<void> {
    await this.#lyceum?.stop();
    this.#lyceum = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.postgres.stop();
  }

  /** Runs a statement as the superuser, in a service's database or in the maintenance database. */
  async sql<Row extends object>(text: string, service?: string): Promise<Row[]> {
    const database = service === undefined ? 'postgres' : databaseName(service);
    const { rows } = await withClient({ connectionString: this.postgres.url(database) }, (client) =>
      client.query<Row>(text),
    );
    return rows;
  }

  /** Every table of every service, with its row count and a checksum over all rows. */
  async contents(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const service of names) {
      const config = { connectionString: this.postgres.url(databaseName(service)) };
      Object.assign(found, await withClient(config, (client) => contentsOf(service, client)));
    }
    return found;
  }
}

/** Every table of a service's database as visible to this session, with its row count and a checksum over all rows. */
async function contentsOf(service: string, client: pg.Client): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    const sum = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
    found[`${service}.${name}`] = `${rows.length} ${sum}`;
  }
  return found;
}

const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`;
