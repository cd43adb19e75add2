import { instant, uuid, uuids } from '../schema/column.ts';
import { storedName, type Table } from '../schema/table.ts';
import type { Prepared } from '../statements/prepared.ts';
import {
  changeRows,
  columnOf,
  columnsBut,
  columnsOf,
  deleteRows,
  deleteRowsBy,
  insertRows,
  lockRowsByRef,
  rowsByIds,
  typesOf,
  updateRows,
} from '../statements/row-statements.ts';
import { rowsOfRefs } from '../statements/rows-of-refs.ts';
import { sqlStatement, sqlUpdate } from '../statements/sql-statement.ts';
import { type Kind, kindsIn, type OwnedList } from './kind.ts';

// biome-ignore lint/suspicious/noExplicitAny: statements on the tables of every kind; the declarations of kinds give their types.
type Any = Prepared<any, any>;

/** The statements of an import for one kind of records. */
export interface KindStatements {
  readonly kind: Kind;
  /** The columns of late fields. */
  readonly lateColumns: readonly string[];
  readonly lock: Any;
  readonly insert: Any;
  readonly update: Any;
  /** Lock rows to set the columns of late fields, and set them. */
  readonly lockLate?: Any;
  readonly setLate?: Any;
  /** For rows outside the batch, which show records that left them: gives them new revisions, finds their parents. */
  readonly revise?: Any;
  readonly parents?: Any;
  /** Finds rows that other records refer to. */
  readonly byRefs?: Any;
  /** The unique index of defaults is checked row by row, so old defaults end before new ones are written: in the batch, and outside of it. */
  readonly release?: Any;
  readonly end?: Any;
  readonly lists: Readonly<Record<string, ListStatements>>;
}

export interface ListStatements {
  readonly list: OwnedList;
  /** The columns that identify an element, its owner's first. */
  readonly names: readonly string[];
  readonly rows: Any;
  readonly add: Any;
  readonly remove: Any;
}

/** Declares the statements of a service's import, by the names of kinds. */
export function declareStatements(roots: readonly Kind[]): ReadonlyMap<string, KindStatements> {
  const kinds = roots.flatMap(kindsIn);
  const referenced = new Set(kinds.flatMap(({ references }) => references.map(({ section }) => section)));
  return new Map(kinds.map((kind) => [kind.name, statementsOf(kind, referenced.has(kind.name))]));
}

/** The column of a field. */
export function columnOfField({ columns, references }: Kind, field: string): string {
  const isReference = references.some(({ path }) => path.length === 1 && path[0] === field);
  return columns[field] ?? (isReference ? `${field}Id` : field);
}

function statementsOf(kind: Kind, isReferenced: boolean): KindStatements {
  const { table, parent, nested, initial, late, lists } = kind;
  const lateColumns = late.filter((field) => !Object.hasOwn(lists, field)).map((field) => columnOfField(kind, field));
  const kept = [...Object.keys(initial?.(() => '') ?? {}), ...lateColumns];
  const showsNested = Object.values(nested).some((each) => each.kind.shownAs !== undefined);
  const identity = ['id', 'ref', ...(parent ? [parent] : [])];
  return {
    kind,
    lateColumns,
    lock: lockRowsByRef(table, columnsBut(table, 'institutionId', 'revision', 'createdAt', 'updatedAt')),
    insert: insertRows(table, { shared: ['institutionId', 'createdAt', 'updatedAt'] }),
    update: updateRows(table, { shared: ['institutionId', 'updatedAt'], keep: ['ref', 'createdAt', ...kept] }),
    ...(lateColumns.length > 0 && {
      lockLate: byRefs(table, 'lock_late', [...identity, ...lateColumns], 'FOR NO KEY UPDATE'),
      setLate: changeOf(table, 'set_late', [...lateColumns, 'revision']),
    }),
    ...(showsNested && { revise: changeOf(table, 'revise_rows', ['revision']) }),
    ...(showsNested && parent && { parents: rowsByIds(table, ['id', parent], 'parents_by_ids') }),
    ...(isReferenced && { byRefs: byRefs(table, 'by_refs', identity) }),
    ...(parent && 'isDefault' in table.columns && endDefaults(table, parent)),
    lists: Object.fromEntries(Object.entries(lists).map(([field, list]) => [field, listStatements(table, list)])),
  };
}

function changeOf(table: Table, purpose: string, set: readonly string[]): Any {
  return changeRows(table, purpose, { shared: ['institutionId', 'updatedAt'], set });
}

function byRefs(table: Table, purpose: string, names: readonly string[], lock = ''): Any {
  return sqlStatement(table, purpose, {
    parameters: { institutionId: uuid(), refs: columnOf(table, 'ref').array() },
    result: typesOf(table, names),
    text: ($) => `SELECT found.* FROM unnest(${$.refs}) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT ${columnsOf(table, 't', names)} FROM ${table.name} t
     WHERE t.institution_id = ${$.institutionId} AND t.ref = wanted.ref LIMIT 1 ${lock}) AS found`,
  });
}

function endDefaults(table: Table, parent: string): Pick<KindStatements, 'release' | 'end'> {
  const shared = ['institutionId', 'updatedAt', 'isDefault'];
  const isOthers = `is_default AND ${storedName(parent)}`;
  const parameters = { institutionId: uuid(), updatedAt: instant(), parentIds: uuids() };
  if (!table.audited) {
    return {
      release: changeRows(table, 'release_defaults', { shared, set: [] }),
      end: sqlStatement(table, 'end_defaults', {
        parameters,
        result: {},
        text: ($) => `UPDATE ${table.name} SET is_default = false, updated_at = ${$.updatedAt}
   WHERE institution_id = ${$.institutionId} AND ${isOthers} = ANY(${$.parentIds})`,
      }),
    };
  }
  return {
    release: changeRows(table, 'release_defaults', { shared, set: [] }, 'interim'),
    end: sqlUpdate(table, 'end_defaults', {
      parameters: { ...parameters, revision: uuid() },
      text: ($) => `UPDATE ${table.name} SET is_default = false, updated_at = ${$.updatedAt}, revision = ${$.revision}
   WHERE institution_id = ${$.institutionId} AND ${isOthers} = ANY(${$.parentIds})`,
    }),
  };
}

function listStatements(of: Table, list: OwnedList): ListStatements {
  const { table, owner, columns, isOrdered } = list;
  const key = [owner, ...(typeof columns === 'string' ? [columns] : Object.values(columns))];
  const names = isOrdered ? [...key, 'position'] : key;
  const hasIds = 'id' in table.columns;
  const shared = ['institutionId', ...('createdAt' in table.columns ? ['createdAt'] : [])];
  return {
    list,
    names,
    rows: rowsOfRefs(table, { of, by: owner }, hasIds ? ['id', ...names] : names),
    add: insertRows(table, { shared }),
    remove: hasIds ? deleteRows(table) : deleteRowsBy(table, key),
  };
}
