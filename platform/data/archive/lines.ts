import type { SnapshotClient as Client } from '../invariants.ts';
import type { RegisteredColumn, RegisteredTable } from '../register.ts';

/** What an archive leaves out, beside what is of the moment. */
export interface Leaves {
  /** Whether what installations encrypt is in it. */
  readonly withKeys: boolean;
  /** Whether credentials, also hashed, and the traces of requests are in it: only such an archive is all of it. */
  readonly withCredentials: boolean;
}

/** A table of a service, with the columns that an archive has of it. */
export interface ArchivedTable {
  readonly name: string;
  readonly institution: string;
  readonly columns: readonly RegisteredColumn[];
  /** The columns that tell one row of the institution from all others, in whose order they stand. */
  readonly key: readonly RegisteredColumn[];
  readonly isOfReads: boolean;
  /** What the archive leaves out. */
  readonly without: readonly RegisteredColumn[];
}

/** The tables of which an archive may have the rows of an institution; of those without a column it has none. */
export function archivedTables(tables: readonly RegisteredTable[], leaves: Leaves): ArchivedTable[] {
  return inOrder(tables).flatMap(({ name, belongsTo, isOfTheMoment, isOfReads, primaryKey, columns: all }) => {
    if (isOfTheMoment || !('institution' in belongsTo)) return [];
    const { institution } = belongsTo;
    const hidden = hiddenColumns(all, leaves);
    // A row that nothing tells from the others is none.
    const isHidden = hidden.some((column) => primaryKey.includes(column.name));
    const columns = all.filter(
      (column) => !isHidden && !hidden.includes(column) && !isNumberOfDatabase(column, primaryKey),
    );
    const key = columns.filter((column) => primaryKey.includes(column.name) && column.name !== institution);
    const without = all.filter((column) => !columns.includes(column));
    // Where the number was the whole key, the id tells the rows apart.
    const isNumbered = key.length === 0 && !primaryKey.includes(institution);
    const ids = columns.filter((column) => column.name === 'id');
    return [{ name, institution, columns, key: isNumbered ? ids : key, isOfReads, without }];
  });
}

function hiddenColumns(
  all: readonly RegisteredColumn[],
  { withKeys, withCredentials }: Leaves,
): readonly RegisteredColumn[] {
  const secret = withCredentials ? [] : all.filter(({ says }) => says === 'credential' || says === 'trace');
  return [...secret, ...(withKeys && withCredentials ? [] : sealedColumns(all))];
}

/** Tables after those that they refer to. */
function inOrder(tables: readonly RegisteredTable[]): RegisteredTable[] {
  const ordered = new Set<RegisteredTable>();
  const add = (table: RegisteredTable): void => {
    for (const other of tables) if (table.refersTo.includes(other.name) && other !== table) add(other);
    ordered.add(table);
  };
  for (const table of tables) add(table);
  return [...ordered];
}

/** What is encrypted with a key of the installation, and which key that is. */
export function sealedColumns(columns: readonly RegisteredColumn[]): RegisteredColumn[] {
  if (columns.every(({ sealedFor }) => sealedFor === null)) return [];
  return columns.filter(({ name, sealedFor }) => sealedFor !== null || name === 'key_id');
}

/** Whether the column numbers the rows of all institutions: each database has numbers of its own. */
function isNumberOfDatabase({ name, isIdentity }: RegisteredColumn, primaryKey: readonly string[]): boolean {
  return isIdentity && (primaryKey.length === 1 || !primaryKey.includes(name));
}

/** Lets a transaction write values as {@link linesOf} has them. */
export async function asLines(client: Client): Promise<void> {
  await client.query("SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = ISO; SET LOCAL cursor_tuple_fraction = 1");
}

/** How many rows are fetched at once. */
const ROWS = 250;

/** The lines of a table, some at a time: each is a row as JSON. The transaction is a snapshot. */
export async function* linesOf(client: Client, table: ArchivedTable, institutionId: string): AsyncGenerator<string[]> {
  await client.query(`DECLARE archived NO SCROLL CURSOR FOR ${selectionOf(table)}`, [institutionId]);
  const fetch = async () =>
    (await client.query<string[]>({ text: `FETCH ${ROWS} FROM archived`, rowMode: 'array' })).rows.flat();
  let next = fetch();
  for (let lines = await next; lines.length > 0; lines = await next) {
    // The database works on the next ones meanwhile. If nobody asks for them, it does not matter how that ends.
    next = fetch();
    next.catch(() => undefined);
    yield lines;
  }
  await client.query('CLOSE archived');
}

function selectionOf({ name, institution, columns, key }: ArchivedTable): string {
  const order = key.map(({ name: column, type }) => (type === 'text' ? `t.${column} COLLATE "C"` : `t.${column}`));
  return `SELECT row_to_json(r)::text FROM (
    SELECT ${columns.map((column) => `${written(column)} AS ${column.name}`).join(', ')} FROM ${name} t
    WHERE t.${institution} = $1${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}) r`;
}

function written({ name, type }: RegisteredColumn): string {
  const value = `t.${name}`;
  switch (type) {
    case 'timestamp(3) with time zone':
      // Of infinity, to_char makes nothing.
      return `CASE WHEN isfinite(${value}) THEN to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        ELSE ${value}::text END`;
    case 'bytea':
      return `translate(encode(${value}, 'base64'), E'\\n', '')`;
    case 'bigint':
    case 'tstzrange':
    case 'int4range':
      return `${value}::text`;
    default:
      return value;
  }
}

/**
 * Writes rows as {@link linesOf} has read them.
 * @param isWithoutSealed whether the copy lacks what is encrypted
 */
export async function insertLines(
  client: Client,
  table: ArchivedTable,
  lines: readonly string[],
  isWithoutSealed: boolean,
): Promise<void> {
  const types = table.columns.map(({ name, type }) => `${name} ${type === 'bytea' ? 'text' : type}`);
  const written = table.columns.map(({ name, type, withoutSealed }) => {
    if (isWithoutSealed && withoutSealed !== null) return withoutSealed;
    return type === 'bytea' ? `decode(r.${name}, 'base64')` : `r.${name}`;
  });
  const empty = table.without.filter(isTraceText);
  const names = [...table.columns, ...empty].map(({ name }) => name);
  const values = [...written, ...empty.map(() => "''")];
  await client.query({
    name: `archived ${table.name}`,
    text: `INSERT INTO ${table.name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${values.join(', ')} FROM json_to_recordset($1) AS r(${types.join(', ')})`,
    values: [`[${lines.join(',')}]`],
  });
}

/** Lets the database's own numbers go on behind those that came with the rows, which new rows would take again. */
export async function passNumbers(client: Client, { name, institution, columns }: ArchivedTable, id: string) {
  for (const { name: column } of columns.filter(({ isIdentity }) => isIdentity))
    await client.query(
      `SELECT setval(s, last) FROM (SELECT pg_get_serial_sequence('${name}', '${column}')::regclass AS s,
         (SELECT max(${column}) FROM ${name} WHERE ${institution} = $1) AS last) n
       WHERE last > coalesce(pg_sequence_last_value(s), 0)`,
      [id],
    );
}

/** Whether a table's rows can be stored again: of what must have a value, the archive left out texts of traces alone. */
export function canBeStored({ columns, without }: ArchivedTable): boolean {
  return columns.length > 0 && without.every((each) => each.isNullable || each.isIdentity || isTraceText(each));
}

/** A trace that a row cannot be without; an empty one says nothing. */
function isTraceText({ says, type, isNullable }: RegisteredColumn): boolean {
  return says === 'trace' && type === 'text' && !isNullable;
}

/** A row of a line. */
export type Row = Readonly<Record<string, unknown>>;

/** The order of two rows of a table: below 0 if the first stands first. */
export function compareKeys({ key }: ArchivedTable, one: Row, other: Row): number {
  for (const { name, type } of key) {
    const order = compare(one[name], other[name], type);
    if (order !== 0) return order;
  }
  return 0;
}

/** As PostgreSQL has them: text by its bytes, null last. */
function compare(one: unknown, other: unknown, type: string): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  if (type === 'text') return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
  const [a, b] = type === 'bigint' ? [BigInt(String(one)), BigInt(String(other))] : [String(one), String(other)];
  if (type === 'integer' || type === 'boolean') return Number(one) - Number(other);
  return a < b ? -1 : 1;
}
