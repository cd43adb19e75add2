import {
  AliasNode,
  type ColumnType,
  type Compilable,
  DeleteQueryNode,
  DummyDriver,
  type Expression,
  IdentifierNode,
  InsertQueryNode,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import type { Table } from '../schema/table.ts';
import { auditedText } from './audited-text.ts';
import { type ChangeNode, ParameterRef, StatementCompiler } from './compiler.ts';
import { type ParameterTypes, parameter, type ValuesOf } from './parameters.ts';
import { declare, type Prepared, type Recording } from './prepared.ts';

/** Tables as Kysely knows them. */
type SchemaOf<Tables extends readonly Table[]> = {
  readonly [T in Tables[number] as T['name']]: {
    readonly [Name in keyof T['columns']]: T['columns'][Name]['hasDefault'] extends true
      ? ColumnType<T['columns'][Name]['value'], T['columns'][Name]['value'] | undefined>
      : T['columns'][Name]['value'];
  };
};

/** ParameterRefs for a statement's parameters. */
type ParameterRefs<P extends ParameterTypes> = { readonly [Name in keyof P]: RawBuilder<P[Name]['value']> };

/**
 * What writes statements on the tables of a service with Kysely: checked against the declared tables by the compiler, written out once when the
 * module is loaded, sent as prepared statements with their values apart.
 */
export function statementsOf<const Tables extends readonly Table[]>(tables: Tables) {
  const db = new Kysely<SchemaOf<Tables>>({ dialect });
  const byName = new Map<string, Table>(tables.map((table) => [table.name, table]));

  /**
   * Declares a statement, which is called by the table's name and its purpose.
   * @param build gives the query; `$` stands for the parameters, by name
   * @param recording of a change of an audited table; it writes its audit records unless said otherwise
   */
  function prepare<const P extends ParameterTypes, Row extends object>(
    table: Table,
    purpose: string,
    types: P,
    build: (db: Kysely<SchemaOf<Tables>>, $: ParameterRefs<P>) => Compilable<Row>,
    recording: Recording = 'recorded',
  ): Prepared<ValuesOf<P>, Row> {
    const name = `${table.name}_${purpose}`;
    const $ = Object.fromEntries(Object.keys(types).map((each) => [each, sql.val(new ParameterRef(each))]));
    const query = build(db, $ as ParameterRefs<P>) as unknown as { toOperationNode(): OperationNode };
    const node = query.toOperationNode();
    const compiler = new StatementCompiler();
    const { sql: text } = compiler.compileQuery(node as never, { queryId: name } as never);
    const parameters = compiler.names.map((each) => parameter(each, types[each] as ParameterTypes[string]));
    const unused = Object.keys(types).find((each) => !compiler.names.includes(each));
    if (unused !== undefined) throw new Error(`${name} does not use its parameter ${unused}`);
    const audited = compiler.changes.find((change) => byName.get(tableOf(change).name)?.audited);
    if (!audited) return declare(table, purpose, { text, parameters });
    if (recording !== 'recorded') {
      requireKind(name, recording, node, compiler.changes);
      return declare(table, purpose, { text, parameters, recording });
    }
    const form = auditedText({
      ...changeOf(name, audited, node, compiler.changes),
      table: byName.get(tableOf(audited).name) as Table,
      text,
      parameters: parameters.length,
    });
    return declare(table, purpose, { text: form, parameters, recording });
  }

  return { prepare };
}

/** `= ANY(…)`: one of an array's elements. */
export function anyOf<Element>(array: Expression<readonly Element[]>): RawBuilder<Element> {
  return sql<Element>`any(${array})`;
}

/** `<> ALL(…)`: none of an array's elements. */
export function allOf<Element>(array: Expression<readonly Element[]>): RawBuilder<Element> {
  return sql<Element>`all(${array})`;
}

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** Throws unless a statement that writes no audit records is of the one kind that needs none. */
function requireKind(
  name: string,
  recording: Exclude<Recording, 'recorded'>,
  root: OperationNode,
  changes: readonly ChangeNode[],
): void {
  const isOfKind = recording === 'interim' ? UpdateQueryNode.is(root) : DeleteQueryNode.is(root);
  if (!isOfKind || changes.length > 1) throw new Error(`${name} is not ${recording}: it changes rows in another way`);
}

/** How an audited table is changed. Throws for what cannot be recorded. */
function changeOf(name: string, change: ChangeNode, root: OperationNode, changes: readonly ChangeNode[]) {
  const { name: table, alias } = tableOf(change);
  const isPlain = change === root && changes.length === 1 && change.kind !== 'MergeQueryNode';
  if (!isPlain || 'returning' in change || 'onConflict' in change)
    throw new Error(`${name} changes ${table} in a way that cannot be audited`);
  if (InsertQueryNode.is(change)) return { verb: 'insert', alias } as const;
  if (DeleteQueryNode.is(change)) return { verb: 'delete', alias } as const;
  const isRevised = (change as UpdateQueryNode).updates?.some(
    ({ column }) =>
      (column as { column?: { column: { name: string } } & { name?: string } }).column?.name === 'revision',
  );
  if (!isRevised) throw new Error(`${name} changes ${table} without a new revision`);
  return { verb: 'update', alias } as const;
}

/** The table that is changed, and how the statement calls it. */
function tableOf(change: ChangeNode): { readonly name: string; readonly alias: string } {
  const node = UpdateQueryNode.is(change)
    ? change.table
    : DeleteQueryNode.is(change)
      ? change.from.froms[0]
      : change.into;
  const table = node && AliasNode.is(node) ? node.node : node;
  if (!table || !TableNode.is(table)) throw new Error(`what is changed is no table: ${change.kind}`);
  const { name } = table.table.identifier;
  const alias = node && AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : name;
  return { name, alias };
}
