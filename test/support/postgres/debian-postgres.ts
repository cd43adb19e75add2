import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, chooseUnprivilegedAccount, runsAsRoot } from '../../../libraries/embedded-postgres/account.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { run } from '../../../libraries/embedded-postgres/run.ts';
import { TEST_PROGRAM } from '../../../libraries/embedded-postgres/testing/server.ts';
import { Instance } from './instance.ts';

const VERSIONS = [18, 17, 16];

/**
 * The executables of the system's PostgreSQL, server and tools of one version; undefined if there is none, with a
 * printed line on how to get one.
 */
export function findDebianPostgres(): string | undefined {
  const folders = VERSIONS.map((version) => `/usr/lib/postgresql/${version}/bin`);
  const found = folders.find((folder) =>
    ['postgres', 'pg_dump', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
  );
  if (found === undefined)
    process.stderr.write(
      'There is no PostgreSQL 16 or later of the system with its tools: pg_dump and pg_basebackup are not tested. On Debian: apt-get install postgresql.\n',
    );
  return found;
}

/** A folder with servers of the system's PostgreSQL, and its tools. */
export class DebianPostgres {
  readonly folder: string;
  readonly #bin: string;
  readonly #account: Account | null;
  readonly #instances: Instance[] = [];

  private constructor(bin: string, folder: string, account: Account | null) {
    this.#bin = bin;
    this.folder = folder;
    this.#account = account;
  }

  static async in(bin: string): Promise<DebianPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-debian-postgres-'));
    await chmod(folder, 0o755);
    const account = runsAsRoot() ? await chooseUnprivilegedAccount(TEST_PROGRAM) : null;
    if (account) await chown(folder, account.uid, account.gid);
    return new DebianPostgres(bin, folder, account);
  }

  /** Runs a tool to completion under the servers' account. */
  async tool(name: string, ...args: string[]): Promise<void> {
    const { ok, output } = await run(join(this.#bin, name), args, this.#account);
    if (!ok) throw new Error(`${name} failed: ${output}`);
  }

  /** A folder writable for servers and tools. */
  async newFolder(name: string): Promise<string> {
    const path = join(this.folder, name);
    await mkdir(path, { mode: 0o700 });
    if (this.#account) await chown(path, this.#account.uid, this.#account.gid);
    return path;
  }

  /** Creates an empty cluster and starts a server on it. */
  async newServer(name: string, settings: Readonly<Record<string, string>> = {}): Promise<Instance> {
    const cluster = join(this.folder, name);
    await this.tool(
      'initdb',
      '-D',
      cluster,
      '--username=lyceum',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    );
    return this.startOn(cluster, settings);
  }

  /** Starts a server on an existing cluster. */
  async startOn(cluster: string, settings: Readonly<Record<string, string>> = {}): Promise<Instance> {
    const instance = new Instance({
      name: 'debian',
      cluster,
      port: await findFreePort(null),
      password: 'none',
      program: join(this.#bin, 'postgres'),
      settings: { fsync: 'off', shared_buffers: '64MB', timezone: 'UTC', log_timezone: 'UTC', ...settings },
    });
    this.#instances.push(instance);
    await instance.start();
    return instance;
  }

  /** Has the next server on a cluster recover to the target in its settings. */
  async signalRecovery(cluster: string): Promise<void> {
    const path = join(cluster, 'recovery.signal');
    await writeFile(path, '');
    if (this.#account) await chown(path, this.#account.uid, this.#account.gid);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }
}
