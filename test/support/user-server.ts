import { randomBytes } from 'node:crypto';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { DataDirectory } from './data-directory.ts';
import { query } from './postgres/query.ts';
import { signalAll } from './process/process-tree.ts';

/** A PostgreSQL server that is not the platform's own; it can be stopped and started again on the same port. */
export class UserServer {
  readonly data: DataDirectory;
  readonly #durable: boolean;
  #postgres: EmbeddedPostgres;

  private constructor(data: DataDirectory, durable: boolean, postgres: EmbeddedPostgres) {
    this.data = data;
    this.#durable = durable;
    this.#postgres = postgres;
  }

  /** @param durable whether committed data survives a kill, at the cost of flushes */
  static async start(durable = false): Promise<UserServer> {
    const data = await DataDirectory.make();
    return new UserServer(data, durable, await launch(data, durable));
  }

  /** The superuser's URL of a database. */
  url(database: string): string {
    return this.#postgres.url(database);
  }

  /** A new role that may log in; returns the server's URL for it, without a database. */
  async newRole(attributes = ''): Promise<string> {
    const name = `role_${randomBytes(4).toString('hex')}`;
    const password = randomBytes(8).toString('hex');
    await this.run(`CREATE ROLE ${name} LOGIN PASSWORD '${password}' ${attributes}`);
    return `postgresql://${name}:${password}@127.0.0.1:${this.#postgres.port}`;
  }

  /** Runs statements as the superuser. */
  async run(...statements: string[]): Promise<void> {
    for (const statement of statements) await this.rows('postgres', statement);
  }

  /** Queries as the superuser. */
  rows<Row extends object>(database: string, text: string): Promise<Row[]> {
    return query<Row>(this.url(database), text);
  }

  /** Ends all sessions and shuts the server down cleanly. */
  async halt(): Promise<void> {
    await this.#postgres.stop();
  }

  /** Creates databases with these names. */
  ensureDatabases(names: readonly string[]): Promise<void> {
    return this.#postgres.ensureDatabases(names);
  }

  /** Sends a signal to the server and all its sessions. After a kill, its supervisor restarts it on the same port. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    signalAll(await this.data.postgresProcesses(), signal);
  }

  /** Starts it again on the same port. */
  async resume(): Promise<void> {
    this.#postgres = await launch(this.data, this.#durable);
  }

  async stop(): Promise<void> {
    await this.#postgres.stop();
    await this.data.remove();
  }
}

function launch(data: DataDirectory, durable: boolean): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: data.path, durable });
}
