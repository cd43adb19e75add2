import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseUnprivilegedAccount, runsAsRoot } from '../../../dev/embedded-postgres/account.ts';
import { findFreePort } from '../../../dev/embedded-postgres/free-port.ts';
import { Program, projectRoot } from '../program.ts';
import { query } from '../query.ts';
import { until } from '../until.ts';
import type { PgBouncerProgram } from './find-pgbouncer.ts';

export type PoolMode = 'session' | 'transaction';

interface Options {
  readonly program: PgBouncerProgram;
  /** The URLs of its roles at the server behind it, whatever database they name. */
  readonly roles: readonly string[];
  readonly mode: PoolMode;
}

/** PgBouncer as `deploy/examples/pgbouncer.ini` has it, but for certificates, before a server of the tests. */
export class PgBouncer {
  readonly #path: string;
  readonly #folder: string;
  readonly #port: number;
  /** A role's URL, to ask whether it answers. */
  readonly #url: string;
  #process: Program | undefined;

  private constructor(path: string, folder: string, port: number, url: string) {
    this.#path = path;
    this.#folder = folder;
    this.#port = port;
    this.#url = url;
  }

  static async start({ program, roles, mode }: Options): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-pgbouncer-'));
    await chmod(folder, 0o755);
    const port = await findFreePort(null);
    const [first = ''] = roles;
    const own: Record<string, string> = {
      '*': `host=127.0.0.1 port=${new URL(first).port}`,
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      auth_file: join(folder, 'userlist.txt'),
      pool_mode: mode,
    };
    const example = await readFile(`${projectRoot}deploy/examples/pgbouncer.ini`, 'utf8');
    const lines = example.split('\n').flatMap((line) => {
      const name = /^(\S+) =/.exec(line)?.[1] ?? '';
      if (name.includes('_tls_') || (name === 'max_prepared_statements' && !program.preparesStatements)) return [];
      return own[name] === undefined ? [line] : [`${name} = ${own[name]}`];
    });
    const users = roles.map((role) => [new URL(role).username, new URL(role).password].map(quoted).join(' '));
    await writeFile(join(folder, 'pgbouncer.ini'), lines.join('\n'));
    await writeFile(join(folder, 'userlist.txt'), `${users.join('\n')}\n`);
    const adminUrl = Object.assign(new URL(first), { pathname: '/postgres' });
    const bouncer = new PgBouncer(program.path, folder, port, adminUrl.href);
    await bouncer.launch();
    return bouncer;
  }

  /** The same database by way of PgBouncer. */
  behind(url: string): string {
    const behind = new URL(url);
    behind.port = String(this.#port);
    return behind.href;
  }

  /** Starts it where it was, and waits until it answers. */
  async launch(): Promise<void> {
    const account = runsAsRoot() ? await chooseUnprivilegedAccount() : {};
    const program = Program.spawn(this.#path, [join(this.#folder, 'pgbouncer.ini')], { cwd: '/', ...account });
    this.#process = program;
    await until('an answer of PgBouncer', () => {
      if (!program.isRunning) throw new Error(`PgBouncer ended: ${program.stderr}`);
      return query(this.behind(this.#url), 'SELECT 1').catch(() => undefined);
    });
  }

  /** Starts it anew as an administrator does: no transaction is cut off. */
  async restart(): Promise<void> {
    this.signal('SIGINT');
    await this.#process?.exited;
    await this.launch();
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Ends it at once, and every connection through it. */
  async halt(): Promise<void> {
    this.#process?.kill('SIGKILL');
    await this.#process?.exited;
  }

  async stop(): Promise<void> {
    await this.halt();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function quoted(text: string): string {
  return `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
}
