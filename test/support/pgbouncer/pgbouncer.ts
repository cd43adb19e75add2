import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseUnprivilegedAccount, runsAsRoot } from '../../../libraries/embedded-postgres/account.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { TEST_PROGRAM } from '../../../libraries/embedded-postgres/testing/server.ts';
import { query } from '../postgres/query.ts';
import { Program, projectRoot } from '../process/program.ts';
import { until } from '../until.ts';
import type { PgBouncerProgram } from './find-pgbouncer.ts';

interface Options {
  readonly program: PgBouncerProgram;
  /** The URLs of its roles at the server behind it; their database is ignored. */
  readonly roles: readonly string[];
}

/** PgBouncer in transaction mode in front of a test server, configured like `deploy/examples/pgbouncer.ini` except for certificates. */
export class PgBouncer {
  readonly #path: string;
  readonly #folder: string;
  readonly #port: number;
  /** A role's URL, for checking that PgBouncer responds. */
  readonly #url: string;
  #process: Program | undefined;

  private constructor(path: string, folder: string, port: number, url: string) {
    this.#path = path;
    this.#folder = folder;
    this.#port = port;
    this.#url = url;
  }

  static async start({ program, roles }: Options): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-pgbouncer-'));
    await chmod(folder, 0o755);
    const port = await findFreePort(null);
    const [first = ''] = roles;
    const own: Record<string, string> = {
      '*': `host=127.0.0.1 port=${new URL(first).port}`,
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      auth_file: join(folder, 'userlist.txt'),
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

  /** The same database through PgBouncer. */
  behind(url: string): string {
    const behind = new URL(url);
    behind.port = String(this.#port);
    return behind.href;
  }

  /** Starts it at the same port, and waits until it responds. */
  async launch(): Promise<void> {
    const account = runsAsRoot() ? await chooseUnprivilegedAccount(TEST_PROGRAM) : {};
    const program = Program.spawn(this.#path, [join(this.#folder, 'pgbouncer.ini')], { cwd: '/', ...account });
    this.#process = program;
    await until('an answer of PgBouncer', () => {
      if (!program.isRunning) throw new Error(`PgBouncer ended: ${program.stderr}`);
      return query(this.behind(this.#url), 'SELECT 1').catch(() => undefined);
    });
  }

  /** Restarts it as an administrator does: no transaction is interrupted. */
  async restart(): Promise<void> {
    this.signal('SIGINT');
    await this.#process?.exited;
    await this.launch();
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Kills it and every connection through it. */
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
