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
import { kindsOf } from '../sync/kinds.ts';
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
    .requiredOption('--to <database>', 'sqlite:FILE, which is created if it is not there')
    .option('--once', 'end when the copy has all that has happened (default)')
    .option('--follow', 'do not end, but take every few seconds what happens')
    .option('--check', 'compare the copy with the API; exit code 1 if they differ')
    .addHelpText('after', HELP)
    .action(async ({ to, follow, check, ...options }: Options) => {
      const store = await openSqlite(fileIn(to));
      try {
        if (store.isKept && (follow || !check)) throw new TryAgainLater('Another process keeps this copy.');
        await withApi(environment, options, (lyceum, url) => keep(lyceum, url, store, { check, follow }));
      } finally {
        await store.close();
      }
    });

  async function keep(
    lyceum: Lyceum,
    url: string,
    store: Store,
    { check, follow }: Pick<Options, 'check' | 'follow'>,
  ): Promise<void> {
    const { isKept } = store;
    const kinds = kindsOf(lyceum);
    if (!isKept) await prepareTables(store, kinds);
    const copy = new Copy(store);
    const progress = (line: string) => terminal.progress(line);
    const sync = new Sync({ lyceum, copy, kinds, release: RELEASE, note, progress });
    // A process that keeps the copy takes what happens.
    const catchUp = () => (isKept ? setTimeout(PAUSE_MS) : sync.catchUp());
    if (!isKept) await sync.begin();
    await catchUp();
    for (const kind of check ? kinds : []) {
      if (!(await copy.list(kind)).is_done) continue;
      const { count, differences } = await compare(kind, copy, catchUp);
      terminal.progress('');
      terminal.print(`${kind.name}: ${count} in the API, ${differences.length} different`);
      for (const { id, why } of differences) terminal.print(`  ${id}: ${why}`);
      if (differences.length > 0) exitWith(1);
      if (isKept) continue;
      await store.transaction(() => copy.addStale(kind, differences));
    }
    while (follow) {
      await setTimeout(PAUSE_MS);
      await catchUp().catch((error: unknown) => {
        if (!isPassing(error)) throw error;
        note((apiFailure(error, url, 'It is tried again.') as Error).message);
      });
    }
  }
  return addApiOptions(command);
}

function fileIn(database: string): string {
  const file = /^sqlite:(.+)$/s.exec(database)?.[1];
  if (file === undefined) throw new CommandFailure('--to takes sqlite: and a file, such as sqlite:lyceum.db');
  return file;
}

/** Whether the same may succeed later, beyond what the client has repeated. */
function isPassing(error: unknown): error is LyceumError {
  if (error instanceof ProblemError || error instanceof UnexpectedAnswerError)
    return error.status >= 500 || error.status === 429;
  return error instanceof LyceumError;
}

const RELEASE = packageJson.version.replace(/\.\d+$/, '');
const PAUSE_MS = 3_000;

const HELP = `
The copy has a table for each kind of records, with the whole record as json,
and a view of the hours by day. It can be read while it is kept, and every
command be repeated, whatever has ended it. Needs Node 22.13 or later.

${API_ENVIRONMENT}

Examples:
  lyceum-client sync --to sqlite:lyceum.db --follow
  lyceum-client sync --to sqlite:lyceum.db --check`;
