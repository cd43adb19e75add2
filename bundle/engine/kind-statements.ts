import type { Prepared, PreparedRead } from '../../libraries/pg-batch/index.ts';
import {
  changeRows,
  columnOf,
  columnsBut,
  columnsOf,
  deleteRows,
  deleteRowsBy,
  insertRows,
  instant,
  lockRowsByRef,
  rowsByIds,
  rowsOfRefs,
  sqlStatement,
  sqlUpdate,
  storedName,
  typesOf,
  updateRows,
  uuid,
  uuids,
} from '../../libraries/typed-sql/index.ts';
import type { Edge } from '../format/cycles.ts';
import { columnOfField, type InstitutionTable, type Kind, kindsIn, type OwnedList } from '../format/kind.ts';
import type { Row, Stored } from './plan.ts';

type Institution = { readonly institutionId: string };

/** Looks rows up by their refs, or those of their owners. */
type OfRefs = Institution & { readonly refs: readonly string[] };
type OfIds = Institution & { readonly ids: readonly string[] };

/** Changes rows. What a statement does not share is in each of the rows. */
type Changes<Each = Row> = Institution & { readonly updatedAt: string; readonly rows: readonly Each[] };

/** The statements of an import for one kind of records. */
export interface KindStatements {
  readonly kind: Kind;
  readonly lock: Prepared<OfRefs, Stored>;
  readonly insert: Prepared<Changes & { readonly createdAt: string }, never>;
  readonly update: Prepared<Changes, never>;
  /** For rows outside the batch, which show records that left them: gives them new revisions, finds their parents. */
  readonly revise?: Prepared<Changes<{ readonly id: string; readonly revision: string }>, never>;
  readonly parents?: PreparedRead<OfIds, Row>;
  /** Finds rows that other records refer to. */
  readonly byRefs?: PreparedRead<OfRefs, Stored>;
  /**
   * The unique index of defaults is checked row by row, so old defaults end before new ones are written: in the batch,
   * and outside of it.
   */
  readonly release?: Prepared<Changes<{ readonly id: string }> & { readonly isDefault: boolean }, never>;
  readonly end?: Prepared<EndedDefaults, object>;
  readonly lists: Readonly<Record<string, ListStatements>>;
  /** For each field that must not lead back: the stored references that lead on from some records. */
  readonly onward: Readonly<Record<string, PreparedRead<OfIds, Edge>>>;
}

interface EndedDefaults {
  readonly institutionId: string;
  readonly updatedAt: string;
  readonly revision: string;
  readonly parentIds: readonly string[];
}

export interface ListStatements {
  readonly list: OwnedList;
  /** The columns that identify an element, its owner's first. */
  readonly columns: readonly string[];
  /** Its other columns. */
  readonly values: readonly string[];
  readonly rows: PreparedRead<OfRefs, Row>;
  readonly add: Prepared<Institution & { readonly createdAt: string; readonly rows: readonly Row[] }, never>;
  /** By the ids of rows that have them, else by their keys. */
  readonly remove: Prepared<OfIds & { readonly rows: readonly Row[] }, never>;
  /** For lists with values. */
  readonly change?: Prepared<Institution & { readonly rows: readonly Row[] }, never>;
}

/** Declares the statements of a service's import, by the names of kinds. */
export function declareStatements(roots: readonly Kind[]): ReadonlyMap<string, KindStatements> {
  const kinds = roots.flatMap(kindsIn);
  const referenced = new Set(kinds.flatMap(({ references }) => references.map(({ section }) => section)));
  return new Map(
    kinds.map((kind) => [
      kind.name,
      declared.getOrInsertComputed(kind, () => statementsOf(kind, referenced.has(kind.name))),
    ]),
  );
}

/** A kind may be imported in several ways; a statement is declared once. */
const declared = new Map<Kind, KindStatements>();

function statementsOf(kind: Kind, isReferenced: boolean): KindStatements {
  const { table, parent, nested, lists, acyclic } = kind;
  const showsNested = Object.values(nested).some((each) => each.kind.shownAs !== undefined);
  const identity = ['id', 'ref', ...(parent ? [parent] : [])];
  return {
    kind,
    // The columns of any table are unknown to the compiler, but each has an id.
    lock: lockRowsByRef(table, columnsBut(table, 'institutionId', 'revision', 'createdAt', 'updatedAt')) as Prepared<
      OfRefs,
      Stored
    >,
    insert: insertRows(table, { shared: ['institutionId', 'createdAt', 'updatedAt'] }),
    update: updateRows(table, { shared: ['institutionId', 'updatedAt'], keep: ['ref', 'createdAt'] }),
    ...(showsNested && {
      revise: changeRows(table, 'revise_rows', { shared: ['institutionId', 'updatedAt'], set: ['revision'] }),
    }),
    ...(showsNested && parent && { parents: rowsByIds(table, ['id', parent], 'parents_by_ids') }),
    ...(isReferenced && { byRefs: byRefs(table, identity) }),
    ...(parent && 'isDefault' in table.columns && endDefaults(table, parent)),
    lists: Object.fromEntries(Object.entries(lists).map(([field, list]) => [field, listStatements(table, list)])),
    onward: Object.fromEntries(Object.keys(acyclic).map((field) => [field, onwardReferences(kind, field)])),
  };
}

/** The references of a field that can be reached from records, their own first. */
function onwardReferences(kind: Kind, field: string): PreparedRead<OfIds, Edge> {
  const { references, lists } = kind;
  const list = lists[field];
  const table = list?.table ?? kind.table;
  const path = references.find((reference) => reference.path[0] === field)?.path ?? [];
  const columns = list?.columns ?? columnOfField(kind, field);
  const from = storedName(list?.owner ?? 'id');
  const to = storedName(typeof columns === 'string' ? columns : (columns[String(path.at(-1))] ?? ''));
  return sqlStatement(table, `onward_by_${to}`, {
    parameters: { institutionId: uuid(), ids: uuids() },
    result: { from: uuid(), to: uuid() },
    text: ($) => {
      const onward = `reached r JOIN ${table.name} t ON t.institution_id = ${$.institutionId} AND t.${from} = r.id
     WHERE t.${to} IS NOT NULL`;
      return `WITH RECURSIVE reached (id) AS (SELECT unnest(${$.ids}) UNION SELECT t.${to} FROM ${onward})
   SELECT t.${from} AS "from", t.${to} AS "to" FROM ${onward}`;
    },
  });
}

function byRefs(table: InstitutionTable, names: readonly string[]): PreparedRead<OfRefs, Stored> {
  return sqlStatement(table, 'by_refs', {
    parameters: { institutionId: uuid(), refs: columnOf(table, 'ref').array() },
    result: { id: uuid(), ...typesOf(table, names) },
    text: ($) => `SELECT found.* FROM unnest(${$.refs}) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT ${columnsOf(table, 't', names)} FROM ${table.name} t
     WHERE t.institution_id = ${$.institutionId} AND t.ref = wanted.ref LIMIT 1) AS found`,
  });
}

function endDefaults(table: InstitutionTable, parent: string): Pick<KindStatements, 'release' | 'end'> {
  const shared = ['institutionId', 'updatedAt', 'isDefault'];
  const isOthers = `is_default AND ${storedName(parent)}`;
  const parameters = { institutionId: uuid(), updatedAt: instant(), parentIds: uuids() };
  if (!table.audited) {
    return {
      release: changeRows(table, 'release_defaults', { shared, set: [] }),
      end: sqlStatement(table, 'end_defaults', {
        writes: true,
        parameters,
        result: {},
        text: ($) => `UPDATE ${table.name} SET is_default = false, updated_at = greatest(updated_at, ${$.updatedAt})
   WHERE institution_id = ${$.institutionId} AND ${isOthers} = ANY(${$.parentIds})`,
      }),
    };
  }
  return {
    release: changeRows(table, 'release_defaults', { shared, set: [] }, 'interim'),
    end: sqlUpdate(table, 'end_defaults', {
      parameters: { ...parameters, revision: uuid() },
      text: (
        $,
      ) => `UPDATE ${table.name} SET is_default = false, updated_at = greatest(updated_at, ${$.updatedAt}), revision = ${$.revision}
   WHERE institution_id = ${$.institutionId} AND ${isOthers} = ANY(${$.parentIds})`,
    }),
  };
}

function listStatements(of: InstitutionTable, list: OwnedList): ListStatements {
  const { table, owner, columns, isOrdered } = list;
  const values = Object.values(list.values ?? {});
  const key = [owner, ...(typeof columns === 'string' ? [columns] : Object.values(columns))];
  const names = isOrdered ? [...key, 'position'] : key;
  const hasIds = 'id' in table.columns;
  const shared = ['institutionId', ...('createdAt' in table.columns ? ['createdAt'] : [])];
  return {
    list,
    columns: names,
    values,
    rows: rowsOfRefs(table, { of, by: owner }, [...(hasIds ? ['id'] : []), ...names, ...values]),
    add: insertRows(table, { shared }),
    remove: hasIds ? deleteRows(table) : deleteRowsBy(table, key),
    ...(values.length > 0 && { change: changeRows(table, 'change_rows', { shared: ['institutionId'], set: values }) }),
  };
}
