import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { apiFailure } from '../../../cli/api/api-failure.ts';
import { API_ENVIRONMENT, type ApiOptions, addApiOptions, withApi } from '../../../cli/api/with-api.ts';
import { CommandFailure, TryAgainLater } from '../../../cli/failure.ts';
import type { Surroundings } from '../../../cli/run-commands.ts';
import { type Lyceum, LyceumError, ProblemError, UnexpectedAnswerError } from '../../typescript/src/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import { compare } from '../sync/compare.ts';
import { Copy } from '../sync/copy.ts';
import { type Kind, kindsOf } from '../sync/kinds.ts';
import { prepareTables } from '../sync/schema.ts';
import { openSqlite } from '../sync/sqlite.ts';
import type { Store } from '../sync/store.ts';
import { Sync } from '../sync/sync.ts';

interface Options extends ApiOptions {
  readonly to: string;
  readonly follow?: true | undefined;
  readonly check?: true | undefined;
}

export function syncCommand({ terminal, environment }: Surroundings, exitWith: (code: number) => void): Command {
  const note = (line: string) => {
    terminal.progress('');
    terminal.note(line);
  };
  const command = new Command('sync')
    .description('Keeps a copy of the institution in a database.')
    .requiredOption('--to <database>', 'sqlite:FILE or postgres://…; what is missing there is created')
    .option('--once', 'end when the copy has all that has happened (default)')
    .option('--follow', 'do not end, but take every few seconds what happens')
    .option('--check', 'compare the copy with the API; exit code 1 if they differ')
    .addHelpText('after', HELP)
    .action(({ to, follow, check, ...options }: Options) =>
      withApi(environment, options, async (lyceum, url) => {
        let hasBegun = false;
        const begun = () => {
          hasBegun = true;
        };
        for (;;) {
          try {
            const store = await openStore(to);
            return await keep(lyceum, store, { check, follow }, begun).finally(() => store.close());
          } catch (error) {
            if (!follow || !hasBegun || !isPassing(error)) throw error;
            note((apiFailure(error, url, 'It is tried again.') as Error).message);
          }
          await setTimeout(PAUSE_MS);
        }
      }),
    );

  async function keep(
    lyceum: Lyceum,
    store: Store,
    { check, follow }: Pick<Options, 'check' | 'follow'>,
    begun: () => void,
  ): Promise<void> {
    const { isKept } = store;
    if (isKept && (follow || !check)) throw new TryAgainLater('Another process keeps this copy.');
    const kinds = kindsOf(lyceum);
    const copy = new Copy(store);
    if (!isKept) await prepareTables(copy, kinds);
    const progress = (line: string) => terminal.progress(line);
    const sync = new Sync({ lyceum, copy, kinds, release: RELEASE, note, progress });
    // A process that keeps the copy takes what happens.
    const catchUp = () => (isKept ? setTimeout(PAUSE_MS) : sync.catchUp());
    if (!isKept) await sync.begin();
    begun();
    await catchUp();
    if (check) await compareAll(copy, kinds, catchUp);
    while (follow) {
      await setTimeout(PAUSE_MS);
      await catchUp();
    }
  }

  async function compareAll(copy: Copy, kinds: readonly Kind[], catchUp: () => Promise<void>): Promise<void> {
    for (const kind of kinds) {
      if (!(await copy.list(kind)).is_done) continue;
      const { count, differences } = await compare(kind, copy, catchUp);
      terminal.progress('');
      terminal.print(`${kind.name}: ${count} in the API, ${differences.length} different`);
      for (const { id, why } of differences) terminal.print(`  ${id}: ${why}`);
      if (differences.length > 0) exitWith(1);
      if (!copy.store.isKept) await copy.store.transaction(() => copy.addStale(kind, differences));
    }
  }
  return addApiOptions(command);
}

async function openStore(to: string): Promise<Store> {
  const [, file] = /^sqlite:(.+)$/s.exec(to) ?? [];
  const [, url] = /^(?:postgres:)?(postgres(?:ql)?:\/\/.+)$/s.exec(to) ?? [];
  if (!('fromAsync' in Array))
    throw new CommandFailure(`A copy needs Node 22.13 or later. This is ${process.version}.`);
  if (file !== undefined) return openSqlite(file);
  // Loaded here because the other database and the other commands do without.
  if (url !== undefined) return (await import('../sync/postgres.ts')).openPostgres(url);
  throw new CommandFailure('--to takes sqlite:FILE, such as sqlite:lyceum.db, or postgres://USER@HOST/DATABASE.');
}

/** Whether the same may succeed later, beyond what the client has repeated. */
function isPassing(error: unknown): boolean {
  if (error instanceof ProblemError || error instanceof UnexpectedAnswerError)
    return error.status >= 500 || error.status === 429;
  return error instanceof LyceumError || error instanceof TryAgainLater;
}

const RELEASE = packageJson.version.replace(/\.\d+$/, '');
const PAUSE_MS = 3_000;

const HELP = `
The copy has a table for each kind of records, with the whole record as json,
and a view of the hours by day. It can be read while it is kept, and every
command be repeated, whatever has ended it. In PostgreSQL it has the schema
lyceum, or the one that ?schema=NAME says; PGPASSWORD may have the password.
Needs Node 22.13 or later.

${API_ENVIRONMENT}

Examples:
  lyceum-client sync --to sqlite:lyceum.db --follow
  lyceum-client sync --to sqlite:lyceum.db --check
  lyceum-client sync --to postgres://copy@db.example/reports?sslmode=verify-full`;
