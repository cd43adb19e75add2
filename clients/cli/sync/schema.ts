import { createHash } from 'node:crypto';
import { CommandFailure } from '../../../cli/failure.ts';
import type { Copy } from './copy.ts';
import { columnsOf, type Kind } from './kinds.ts';
import type { Dialect } from './store.ts';

/**
 * Makes the tables of a copy, and gives those of an earlier release the columns that they lack. Each record is kept
 * whole; columns are of its properties. Throws a CommandFailure for a copy of another format, and for tables that are
 * none of a copy.
 */
export async function prepareTables(copy: Copy, kinds: readonly Kind[]): Promise<void> {
  const { store } = copy;
  const { dialect } = store;
  const present = new Map<string, Set<string>>();
  for (const each of await store.all<{ table_name: string; column_name: string }>(dialect.columns))
    present.set(each.table_name, (present.get(each.table_name) ?? new Set()).add(each.column_name));
  if (present.has('_sync')) {
    const [{ format } = { format: 0 }] = await store.all<{ format: number | string }>(dialect.format);
    if (Number(format) > FORMAT)
      throw new CommandFailure('A later release has made this copy. Take that release, or another place.');
    if (Number(format) < FORMAT)
      throw new CommandFailure('An earlier release has made this copy, in another form. Remove it: it is made anew.');
  } else if (present.size > 0) throw new CommandFailure('There are tables of something else. Take another place.');
  const columns = kinds.flatMap((kind) => {
    const lacking = [...columnsOf(kind)].filter(([column]) => !present.get(kind.name)?.has(column));
    return dialect.addColumns(kind.name, new Map(lacking));
  });
  const tables = [...own(dialect), dialect.setFormat(FORMAT), ...kinds.map((kind) => tableOf(kind, dialect))];
  const others = [...INDEXES, ...views(dialect)];
  const digest = createHash('sha256')
    .update([...tables, ...others].join())
    .digest('hex');
  // What is as it should be is left alone: a change would wait for readers, and other readers for it.
  if (present.has('_sync') && columns.length === 0 && (await copy.setting('schema')) === digest) return;
  await store.transaction(async () => {
    for (const each of [...tables, ...columns, ...others]) await store.run(each);
    await copy.set('schema', digest);
  });
}

const FORMAT = 2;

/** What the program itself keeps, and what of a record belongs in rows. */
const own = ({ day, byKey }: Dialect) => [
  'CREATE TABLE IF NOT EXISTS _sync (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS _lists (
    name TEXT PRIMARY KEY, walk INTEGER NOT NULL, cursor TEXT, is_done INTEGER NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS _stale (list TEXT, id TEXT, user_id TEXT, PRIMARY KEY (list, id)) ${byKey}`,
  `CREATE TABLE IF NOT EXISTS _embedded (of TEXT, list TEXT, id TEXT, PRIMARY KEY (of, list, id)) ${byKey}`,
  'CREATE INDEX IF NOT EXISTS _embedded_in ON _embedded (list, id)',
  `CREATE TABLE IF NOT EXISTS log_days (
    log_id TEXT, day ${day}, user_id TEXT NOT NULL, worked_ms INTEGER NOT NULL, pause_ms INTEGER NOT NULL,
    auto_closed INTEGER NOT NULL, PRIMARY KEY (log_id, day)
  ) ${byKey}`,
];

const tableOf = ({ name }: Kind, { json }: Dialect) =>
  `CREATE TABLE IF NOT EXISTS ${name} (id TEXT PRIMARY KEY, json ${json} NOT NULL, _walk INTEGER NOT NULL)`;

const INDEXES = [
  'CREATE INDEX IF NOT EXISTS logs_by_user ON logs (user_id, start_time)',
  'CREATE INDEX IF NOT EXISTS log_days_by_day ON log_days (day, user_id)',
  'CREATE INDEX IF NOT EXISTS appointments_by_time ON appointments (date_time)',
];

/**
 * Minutes are rounded down once, from the exact sum of a day, as the API does. A view tells drivers the type of a cast,
 * and of nothing else that it computes.
 */
const views = ({ view, members }: Dialect) => [
  ...view(
    'user_group_members',
    `SELECT user_groups.id AS user_group_id, CAST(member.value AS TEXT) AS user_id FROM user_groups, ${members}`,
  ),
  ...view(
    'hours_by_day',
    `SELECT day, user_id, name, email, CAST(SUM(worked_ms) / 60000 AS INTEGER) AS worked_minutes,
      CAST(SUM(pause_ms) / 60000 AS INTEGER) AS pause_minutes, CAST(COUNT(*) AS INTEGER) AS logs,
      CAST(SUM(auto_closed) AS INTEGER) AS auto_closed
    FROM log_days LEFT JOIN users ON users.id = user_id GROUP BY day, user_id, name, email`,
  ),
];
