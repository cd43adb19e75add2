import { databaseName } from '../../../deploy/installation/database-urls.ts';
import { services } from '../../../deploy/installation/services.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { migrate } from '../../../platform/data/migrate.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { DataDirectory } from '../data-directory.ts';
import { signalAll } from '../process/process-tree.ts';

/** The services whose databases another server has. */
export const placeable = services.filter(({ isPlaceable }) => isPlaceable);

/** A further PostgreSQL server, with the migrated databases of the services that may have rows on it. */
export class OtherServer {
  readonly #data: DataDirectory;
  readonly #postgres: EmbeddedPostgres;

  private constructor(data: DataDirectory, postgres: EmbeddedPostgres) {
    this.#data = data;
    this.#postgres = postgres;
  }

  static async start(server: string): Promise<OtherServer> {
    const data = await DataDirectory.make();
    const postgres = await startEmbeddedPostgres({ dataDir: data.path, durable: false, maxConnections: 200 });
    const other = new OtherServer(data, postgres);
    await postgres.ensureDatabases(placeable.map(({ name }) => databaseName(name)));
    const migrated = placeable.map(({ name, migrations }) =>
      migrate({ databaseUrl: other.urlOf(name), migrations, server, log: silentLogger }),
    );
    await Promise.all(migrated);
    return other;
  }

  /** The URL of the server, as in PLACED_DATABASE_URLS. */
  get url(): string {
    return this.#postgres.url('postgres');
  }

  urlOf(service: string): string {
    return this.#postgres.url(databaseName(service));
  }

  /** Sends a signal to the server and all its sessions. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    signalAll(await this.#data.postgresProcesses(), signal);
  }

  async stop(): Promise<void> {
    await this.signal('SIGCONT');
    await this.#postgres.stop();
    await this.#data.remove();
  }
}
