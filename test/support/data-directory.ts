import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, signalAll } from './process/process-tree.ts';
import { until } from './until.ts';

/** The data directory of a process under test, with access to the PostgreSQL in it. */
export class DataDirectory {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** @param parent by default a directory every account can traverse */
  static async make(parent = tmpdir()): Promise<DataDirectory> {
    const path = await mkdtemp(join(parent, 'lyceum-system-'));
    await chmod(path, 0o755);
    return new DataDirectory(path);
  }

  /** The URL of one of its databases; works only while PostgreSQL runs. */
  async databaseUrl(database: string): Promise<string> {
    const records = join(this.path, 'postgresql');
    const password = (await readFile(join(records, 'password'), 'utf8')).trim();
    const { port } = JSON.parse(await readFile(join(records, 'owner.json'), 'utf8')) as { port: number };
    return `postgresql://lyceum:${password}@127.0.0.1:${port}/${database}`;
  }

  /** The pid of the PostgreSQL running here, or undefined. */
  get postmaster(): number | undefined {
    try {
      const pid = Number.parseInt(readFileSync(join(this.dataPath, 'cluster', 'postmaster.pid'), 'utf8'), 10);
      return isProcess(pid) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  /** The postmaster and all its children. */
  async postgresProcesses(): Promise<number[]> {
    const { postmaster } = this;
    return postmaster === undefined ? [] : [postmaster, ...(await childrenOf(postmaster))];
  }

  /** The cluster's directory; outside the data directory if PostgreSQL's account cannot access that. */
  get dataPath(): string {
    const records = join(this.path, 'postgresql');
    try {
      return readFileSync(join(records, 'location'), 'utf8').trim();
    } catch {
      return records;
    }
  }

  /** Ends all processes still running here, and removes everything. */
  async remove(): Promise<void> {
    const { postmaster, dataPath } = this;
    if (postmaster !== undefined) {
      // A process that a failed test left frozen receives no other signal.
      signalAll(await this.postgresProcesses(), 'SIGCONT');
      signalAll([postmaster], 'SIGQUIT');
      await until('the end of PostgreSQL', () => !isProcess(postmaster));
    }
    for (const path of [dataPath, this.path]) await rm(path, { recursive: true, force: true });
  }
}

/** Whether a process exists; zombies do not count. */
export function isProcess(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
