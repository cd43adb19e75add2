import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { storedName, type Table } from '../../../libraries/typed-sql/index.ts';
import { monotonicMs } from '../../core/clock.ts';
import { registered } from '../../data/register.ts';
import { deletionOrder } from './deletion-order.ts';

interface Walk {
  /** Its own connection to the service's database. */
  readonly client: pg.ClientBase;
  readonly institutionId: string;
  /** All tables of the database. */
  readonly tables: readonly Table[];
  readonly mayContinue: () => boolean;
  /** The state without which nothing goes: being deleted, unless rows are left to an institution that is frozen. */
  readonly state?: 'deleting' | 'frozen';
  /** Of tables whose rows do not all go: which stay, in SQL. */
  readonly kept?: Readonly<Record<string, string>>;
}

/**
 * Removes what is stored of an institution that stands still, table by table in short transactions, each with its
 * count in the ledger: however often it is killed, the counts are those of the rows that went. Between two of them it
 * rests as long as the last one took.
 * @returns how many rows went; less than all if it may not continue
 */
export async function deleteRows(walk: Walk): Promise<number> {
  const { client, institutionId, tables, mayContinue } = walk;
  const order = deletionOrder(tables);
  let removed = 0;
  for (const { table, column } of order.loosened) {
    const statement = loosening(table, column, walk);
    let isMore = true;
    while (isMore && mayContinue())
      isMore = await resting(
        async () => ((await client.query(statement, [institutionId, BATCH])).rowCount ?? 0) >= BATCH,
      );
  }
  for (const [table, ...others] of order.steps) {
    if (!table || !mayContinue()) break;
    if (others.length > 0) removed += await resting(() => deleteTogether([table, ...others], walk));
    else removed += await deletePages(table, walk);
  }
  return removed;
}

async function deletePages(table: Table, walk: Walk): Promise<number> {
  let removed = 0;
  let after: readonly string[] | null = null;
  do {
    const page: Page = await resting(() => deletePage(table, after, walk));
    removed += page.gone;
    after = page.last;
  } while (after !== null && walk.mayContinue());
  return removed;
}

/** All rows of tables that need each other, in one statement: an institution has few of them. */
async function deleteTogether(tables: readonly Table[], walk: Walk): Promise<number> {
  const gone = tables.map(
    (table, index) =>
      `gone${index} AS (DELETE FROM ${table.name} WHERE ${institutionOf(table)} = $1 AND ${isStill(walk)} RETURNING 1)`,
  );
  const counts = tables.map(({ name }, index) => added(`'${name}'`, `gone${index}`));
  const { rows } = await walk.client.query<{ gone: number }>(
    `WITH ${gone.join(', ')}, noted AS (${note(counts)})
     SELECT ${tables.map((_, index) => `(SELECT count(*)::int FROM gone${index})`).join(' + ')} AS gone`,
    [walk.institutionId],
  );
  return rows[0]?.gone ?? 0;
}

interface Page {
  readonly gone: number;
  /** The key of its last row; null after the last page. */
  readonly last: readonly string[] | null;
}

/** @param after the key of the last row of the page before */
async function deletePage(table: Table, after: readonly string[] | null, walk: Walk): Promise<Page> {
  const size = isByInstitution(table) ? BATCH : SCANNED;
  const values = [walk.institutionId, size, table.name, ...(after ? [after] : [])];
  const { rows } = await walk.client.query<Page & { seen: number }>(pageDeletion(table, after !== null, walk), values);
  const [{ gone, last, seen } = { gone: 0, last: null, seen: 0 }] = rows;
  return { gone, last: seen < size ? null : last };
}

/** Whether the table's key finds the rows of one institution. */
function isByInstitution({ primaryKey, ...table }: Table): boolean {
  return storedName(primaryKey[0] ?? '') === institutionOf({ primaryKey, ...table });
}

function institutionOf(table: Table): string {
  const { belongsTo } = registered(table);
  if ('institution' in belongsTo) return belongsTo.institution;
  throw new Error(`the rows of ${table.name} belong to no institution`);
}

const isStill = ({ state = 'deleting' }: Walk) =>
  `EXISTS (SELECT FROM standstills s WHERE s.institution_id = $1 AND s.state = '${state}')`;

/** Where no key begins with the institution, a page is of the rows of all. */
function pageDeletion(table: Table, isLater: boolean, walk: Walk): string {
  const key = table.primaryKey.map(storedName);
  const typed = table.primaryKey.map(
    (column, index) => `($4::text[])[${index + 1}]::${table.columns[column]?.attributes.type}`,
  );
  const institution = institutionOf(table);
  const kept = walk.kept?.[table.name];
  const conditions = [
    isStill(walk),
    ...(isByInstitution(table) ? [`t.${institution} = $1`] : []),
    ...(isLater ? [`(${key.map((each) => `t.${each}`)}) > (${typed})`] : []),
  ];
  return `WITH page AS MATERIALIZED (SELECT ${key.map((each) => `t.${each}`)} FROM ${table.name} t
     WHERE ${conditions.join(' AND ')} ORDER BY ${key.map((each) => `t.${each}`)} LIMIT $2),
   gone AS (DELETE FROM ${table.name} d USING page p
     WHERE ${key.map((each) => `d.${each} = p.${each}`).join(' AND ')} AND d.${institution} = $1${kept ? ` AND NOT (${kept})` : ''} RETURNING 1),
   noted AS (${note([added('$3', 'gone')])})
   SELECT (SELECT count(*)::int FROM gone) AS gone, (SELECT count(*)::int FROM page) AS seen,
     (SELECT ARRAY[${key.map((each) => `p.${each}::text`)}] FROM page p ORDER BY ${key.map((each) => `p.${each} DESC`)} LIMIT 1) AS last`;
}

/** Parts of an object with the count of a table that is increased. */
const added = (name: string, gone: string) =>
  `${name}::text, coalesce((s.deleted_rows ->> ${name})::bigint, 0) + (SELECT count(*) FROM ${gone})`;

const note = (counts: readonly string[]) => `UPDATE standstills s
     SET deleted_rows = s.deleted_rows || jsonb_build_object(${counts.join(', ')})
     WHERE s.institution_id = $1 AND s.state = 'deleting'`;

function loosening(table: Table, column: string, walk: Walk): string {
  const key = table.primaryKey.map(storedName);
  const institution = institutionOf(table);
  return `UPDATE ${table.name} SET ${column} = NULL WHERE (${key}) IN (SELECT ${key} FROM ${table.name}
     WHERE ${institution} = $1 AND ${column} IS NOT NULL AND ${isStill(walk)} LIMIT $2)`;
}

async function resting<T>(work: () => Promise<T>): Promise<T> {
  const begun = monotonicMs();
  const result = await work();
  await delay(monotonicMs() - begun);
  return result;
}

const BATCH = 500;
const SCANNED = 5_000;
