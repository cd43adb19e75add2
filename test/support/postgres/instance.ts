import { appendFile, chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { installBinaries } from '../../../libraries/embedded-postgres/binaries.ts';
import { TEST_PROGRAM } from '../../../libraries/embedded-postgres/testing/server.ts';
import { childrenOf, signalAll } from '../process/process-tree.ts';
import { Program } from '../process/program.ts';
import { until } from '../until.ts';

interface InstanceOptions {
  readonly name: string;
  /** Its existing data directory. */
  readonly cluster: string;
  readonly port: number;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The executable; the embedded one by default. */
  readonly program?: string;
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** One of several PostgreSQL servers, each with its own data directory, that a test starts and stops. */
export class Instance {
  readonly name: string;
  readonly cluster: string;
  readonly port: number;
  readonly #password: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #program: string | undefined;
  readonly #env: Readonly<Record<string, string>>;
  #process: Program | undefined;

  constructor({ name, cluster, port, password, settings, program, env = {} }: InstanceOptions) {
    this.name = name;
    this.cluster = cluster;
    this.port = port;
    this.#password = password;
    this.#settings = settings;
    this.#program = program;
    this.#env = env;
  }

  get isRunning(): boolean {
    return this.#process?.isRunning === true;
  }

  /** The superuser's URL of a database. */
  url(database: string): string {
    return `postgresql://lyceum:${this.#password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Queries as the superuser, without the product's connections, which never reach a standby. */
  async one<Value>(expression: string): Promise<Value | undefined> {
    const client = new pg.Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ value: Value }>(`SELECT ${expression} AS value`);
      return rows[0]?.value;
    } finally {
      await client.end();
    }
  }

  /** Starts it, and waits until it responds. */
  async start(): Promise<void> {
    const { uid, gid } = await stat(this.cluster);
    const account = process.getuid?.() === 0 ? { uid, gid } : null;
    const postgres =
      this.#program ?? (await installBinaries(TEST_PROGRAM, account, `${this.cluster}.programs`)).postgres;
    const own = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      cluster_name: this.name,
    };
    const args = Object.entries({ ...own, ...this.#settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const program = Program.spawn(postgres, ['-D', this.cluster, ...args], {
      cwd: this.cluster,
      env: { LC_ALL: 'C', TZ: 'UTC', ...this.#env },
      ...account,
    });
    this.#process = program;
    await until(
      `an answer of ${this.name}`,
      () => {
        if (!program.isRunning) throw new Error(`${this.name} ended: ${program.stderr}`);
        return this.one<boolean>('true').catch(() => false);
      },
      60_000,
    );
  }

  /** Sends a signal to the server and all its sessions. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const pid = this.#process?.child.pid;
    if (pid !== undefined && this.isRunning) signalAll([pid, ...(await childrenOf(pid))], signal);
  }

  /** Kills all processes at once, as when the machine fails. */
  async kill(): Promise<void> {
    await this.signal('SIGKILL');
    await this.#process?.exited;
  }

  /** Ends all sessions cleanly, then the server once the standbys have all its WAL. */
  async shutDown(): Promise<void> {
    this.#process?.kill('SIGINT');
    await this.#process?.exited;
  }

  /** Has it follow another server, from its next start on or at once; null: none. */
  async follow(primary: Instance | null): Promise<void> {
    const { uid, gid } = await stat(this.cluster);
    const signal = join(this.cluster, 'standby.signal');
    await writeFile(signal, '');
    if (process.getuid?.() === 0) await chown(signal, uid, gid);
    const source = primary
      ? `host=127.0.0.1 port=${primary.port} user=lyceum password=${this.#password} application_name=${this.name}`
      : '';
    await appendFile(join(this.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    this.#process?.kill('SIGHUP');
  }

  /** Its output, for diagnosis. */
  get log(): string {
    return this.#process?.stderr ?? '';
  }
}

/** The superuser's password, from the file `startEmbeddedPostgres` writes. */
export async function passwordIn(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'postgresql', 'password'), 'utf8')).trim();
}
