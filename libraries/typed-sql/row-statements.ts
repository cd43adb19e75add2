import type { Parameter, Prepared, PreparedRead } from '../pg-batch/index.ts';
import { assignment } from './assignment.ts';
import { auditedText } from './audited-text.ts';
import { columnOf, columnsOf, type NameIn, otherNames } from './columns-of.ts';
import { type Declared, declare, type Recording } from './declared.ts';
import { castOf, parameter, parameterOfRows } from './parameters.ts';
import { type RowOf, storedName, type Table } from './table.ts';

// Statements on the rows of one table. They take the list of columns from the table's declaration.

/** The values of many rows: shared ones once, the others per row. */
type RowsOf<Row, Shared extends PropertyKey> = Pick<Row, Shared & keyof Row> & {
  readonly rows: readonly Omit<Row, Shared>[];
};

/** The values of a statement for many rows of one tenant. */
export type OfTenant<T extends Table, Many extends string> = { readonly [Name in T['tenant']]: string } & {
  readonly [Name in Many]: readonly string[];
};

/** INSERT of a row. @param leave columns that the database fills in */
export function insertRow<T extends Table, Left extends NameIn<T> = never>(
  table: T,
  { leave = [] }: { readonly leave?: readonly Left[] } = {},
): Prepared<Omit<RowOf<T>, Left>, never> {
  const names = insertedNames(table, leave);
  const parameters = names.map((name) => parameter(name, columnOf(table, name)));
  const text = `INSERT INTO ${table.name} (${listOf(names)})
   VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
  return declareChange(table, 'insert', { verb: 'insert', text, parameters });
}

/**
 * INSERT of many rows.
 * @param shared columns with the same value in all rows
 * @param isLast whether it may run at the end of its transaction, merged with those of other commands; no column may be
 * shared then
 */
export function insertRows<T extends Table, Shared extends NameIn<T>, Left extends NameIn<T> = never>(
  table: T,
  {
    shared,
    leave = [],
    isLast = false,
  }: { readonly shared: readonly Shared[]; readonly leave?: readonly Left[]; readonly isLast?: boolean },
): Prepared<RowsOf<Omit<RowOf<T>, Left>, Shared>, never> {
  const names = insertedNames(table, [...leave, ...shared]);
  const parameters = manyOf(table, shared, names);
  const values = [...shared.map((_, index) => `$${index + 1}`), ...names.map((name) => valueIn(table, name))];
  const text = `INSERT INTO ${table.name} (${listOf([...shared, ...names])})
   SELECT ${values.join(', ')} FROM ${unnested(parameters)}`;
  if (isLast && (table.audited || shared.length > 0)) throw new Error(`rows of ${table.name} are not merged`);
  return declareChange(table, 'insert_rows', { verb: 'insert', text, parameters, isLast });
}

/** UPDATE of a row by its primary key: sets all other columns except `keep`. An earlier statement must lock the row. */
export function updateRow<T extends Table, Retained extends NameIn<T> = never>(
  table: T,
  { keep = [] }: { readonly keep?: readonly Retained[] } = {},
): Prepared<Omit<RowOf<T>, Retained>, never> {
  const key = table.primaryKey;
  const set = otherNames(table, [...key, ...keep]);
  const parameters = [...key, ...set].map((name) => parameter(name, columnOf(table, name)));
  const assignments = set.map((name, index) => assignment(table.name, name, `$${key.length + index + 1}`));
  const conditions = key.map((name, index) => `${storedName(name)} = $${index + 1}`);
  const text = `UPDATE ${table.name} SET ${assignments.join(', ')}
   WHERE ${conditions.join(' AND ')}`;
  return declareChange(table, 'update', { verb: 'update', text, parameters });
}

/**
 * UPDATE of many rows by tenant and id: sets all other columns except `keep`. An earlier statement must lock the rows.
 * @param shared columns with the same value in all rows, including the tenant
 */
export function updateRows<T extends Table, Shared extends NameIn<T>, Retained extends NameIn<T> = never>(
  table: T,
  { shared, keep = [] }: { readonly shared: readonly Shared[]; readonly keep?: readonly Retained[] },
): Prepared<RowsOf<Omit<RowOf<T>, Retained>, Shared>, never> {
  return changeRows(table, 'update_rows', {
    shared,
    set: otherNames(table, [table.tenant, 'id', ...shared, ...keep]) as Exclude<NameIn<T>, Retained>[],
  }) as never;
}

/**
 * UPDATE of some columns of many rows by tenant and id.
 * @param purpose the part of its name after the table's
 * @param shared columns with the same value in all rows, including the tenant
 * @param set columns with a value per row
 */
export function changeRows<T extends Table, Shared extends NameIn<T>, Set extends NameIn<T>>(
  table: T,
  purpose: string,
  { shared, set }: { readonly shared: readonly Shared[]; readonly set: readonly Set[] },
  recording?: Recording,
): Prepared<RowsOf<Pick<RowOf<T>, Shared | Set> & { readonly id: string }, Shared>, never> {
  const parameters = manyOf(table, shared, ['id', ...set]);
  const placeholder = (name: string) => `$${shared.indexOf(name as Shared) + 1}`;
  const assignments = [
    ...shared.filter((name) => name !== table.tenant).map((name) => assignment('t', name, placeholder(name))),
    ...set.map((name) => assignment('t', name, valueIn(table, name))),
  ];
  const text = `UPDATE ${table.name} t SET ${assignments.join(', ')}
   FROM ${unnested(parameters)}
   WHERE t.${storedName(table.tenant)} = ${placeholder(table.tenant)} AND t.id = v.id`;
  return declareChange(table, purpose, { verb: 'update', text, parameters, alias: 't' }, recording);
}

/** DELETE of rows by tenant and id. */
export function deleteRows<T extends Table>(table: T): Prepared<OfTenant<T, 'ids'>, never> {
  const parameters = keysOf(table, 'ids', 'id');
  const text = `DELETE FROM ${table.name} WHERE ${storedName(table.tenant)} = $1 AND id = ANY($2)`;
  return declareChange(table, 'delete_rows', { verb: 'delete', text, parameters });
}

/** DELETE of rows by tenant and the other columns of their key, for a table without ids. */
export function deleteRowsBy<T extends Table, Name extends NameIn<T>>(
  table: T,
  key: readonly Name[],
): Prepared<RowsOf<Pick<RowOf<T>, T['tenant'] | Name>, T['tenant']>, never> {
  const parameters = manyOf(table, [table.tenant], key);
  const conditions = key.map((name) => `t.${storedName(name)} = ${valueIn(table, name)}`);
  const text = `DELETE FROM ${table.name} t USING ${unnested(parameters)}
   WHERE t.${storedName(table.tenant)} = $1 AND ${conditions.join(' AND ')}`;
  return declareChange(table, 'delete_rows', { verb: 'delete', text, parameters, alias: 't' });
}

/** SELECT of the row with a key. The row is locked until the transaction ends. */
export function lockRow<T extends Table, const Key extends readonly NameIn<T>[], Name extends NameIn<T>>(
  table: T,
  key: Key,
  columns: readonly Name[],
): Prepared<Pick<RowOf<T>, Key[number]>, Pick<RowOf<T>, Name>> {
  const conditions = key.map((name, index) => `t.${storedName(name)} = $${index + 1}`);
  const text = `SELECT ${columnsOf(table, 't', columns)} FROM ${table.name} t
   WHERE ${conditions.join(' AND ')} FOR NO KEY UPDATE`;
  const parameters = key.map((name) => parameter(name, columnOf(table, name)));
  const isPrimary = key.join() === table.primaryKey.join();
  const purpose = isPrimary ? 'lock' : `lock_by_${storedName(key.at(-1) ?? '')}`;
  return declare(table, purpose, { text, parameters, isRead: false });
}

/**
 * SELECT of the rows with some refs. The rows are locked until the transaction ends. Each is looked up with the index
 * on refs.
 */
export function lockRowsByRef<T extends Table, Name extends NameIn<T>>(
  table: T,
  columns: readonly Name[],
): Prepared<OfTenant<T, 'refs'>, Pick<RowOf<T>, Name>> {
  const text = `SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT ${columnsOf(table, 't', columns)} FROM ${table.name} t
       WHERE t.${storedName(table.tenant)} = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v`;
  const parameters = keysOf(table, 'refs', 'ref');
  return declare(table, 'lock_by_ref', { text, parameters, isRead: false });
}

/** SELECT of the rows with some ids, in no particular order. */
export function rowsByIds<T extends Table, Name extends NameIn<T>>(
  table: T,
  columns: readonly Name[],
  purpose = 'by_ids',
): PreparedRead<OfTenant<T, 'ids'>, Pick<RowOf<T>, Name>> {
  const text = `SELECT ${columnsOf(table, 't', columns)} FROM ${table.name} t
   WHERE t.${storedName(table.tenant)} = $1 AND t.id = ANY($2)`;
  const parameters = keysOf(table, 'ids', 'id');
  return declare(table, purpose, { text, parameters, isRead: true });
}

function insertedNames(table: Table, left: readonly string[]): string[] {
  return otherNames(table, left).filter((name) => !columnOf(table, name).attributes.isIdentity);
}

function listOf(names: readonly string[]): string {
  return names.map(storedName).join(', ');
}

function manyOf(table: Table, shared: readonly string[], each: readonly string[]): Parameter[] {
  return [
    ...shared.map((name) => parameter(name, columnOf(table, name))),
    ...each.map((name) => parameterOfRows(name, columnOf(table, name))),
  ];
}

/** The parameters of rows, unnested as the rows `v`. */
function unnested(parameters: readonly Parameter[]): string {
  const arrays = parameters.flatMap(({ type, isOfRows }, index) => (isOfRows ? [`$${index + 1}::${type}`] : []));
  return `unnest(${arrays.join(', ')})
     AS v(${listOf(parameters.filter(({ isOfRows }) => isOfRows).map(({ name }) => name))})`;
}

/** The tenant, and many values of a column. */
export function keysOf(table: Table, name: string, column: string): Parameter[] {
  const values = parameter(name, columnOf(table, column).array());
  return [parameter(table.tenant, columnOf(table, table.tenant)), values];
}

function valueIn(table: Table, name: string): string {
  return `v.${storedName(name)}${castOf(columnOf(table, name))}`;
}

interface ChangeText extends Pick<Declared, 'text' | 'parameters' | 'isLast'> {
  readonly verb: 'insert' | 'update' | 'delete';
  readonly alias?: string;
}

/** Declares a change of rows; of an audited table with its audit records. */
export function declareChange(
  table: Table,
  purpose: string,
  { verb, text, parameters, alias = table.name, isLast = false }: ChangeText,
  recording: Recording = 'recorded',
): Declared {
  const change = { parameters, isRead: false, isLast };
  if (!table.audited) return declare(table, purpose, { ...change, text });
  if (recording !== 'recorded') return declare(table, purpose, { ...change, text, recording });
  if (verb === 'update' && !parameters.some(({ name }) => name === 'revision'))
    throw new Error(`${table.name}_${purpose} changes ${table.name} without a new revision`);
  const form = auditedText({ table, alias, verb, text, parameters: parameters.length });
  return declare(table, purpose, { ...change, text: form, recording });
}
