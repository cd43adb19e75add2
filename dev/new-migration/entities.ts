import { DeferMode, defineEntity, type EntitySchema, type ForeignKey } from '@mikro-orm/postgresql';
import {
  type Column,
  type ColumnIndex,
  type Reference,
  storedName,
  type Table,
} from '../../libraries/typed-sql/index.ts';

/**
 * A declared table as an entity of the schema generator, without its foreign keys.
 * @param isPartitioned whether the database has it in partitions already: these come and go, so the generator must not
 * compare them
 */
export function entityOf(declared: Table, isPartitioned: boolean): EntitySchema {
  const { name, columns, primaryKey, indexes = {}, partitionedBy } = declared;
  // The key's columns first: their order is that of the key.
  const names = [...primaryKey, ...Object.keys(columns).filter((column) => !primaryKey.includes(column))];
  const properties = names.map((column) => [
    storedName(column),
    propertyOf(columns[column] as Column<unknown>, primaryKey.includes(column)),
  ]);
  const indexesWhere = (isUnique: boolean) =>
    Object.entries(indexes).flatMap(([index, parts]) =>
      'on' in parts && (parts.isUnique ?? false) === isUnique ? [indexOf(index, parts)] : [],
    );
  return defineEntity({
    name,
    tableName: name,
    properties: Object.fromEntries(properties),
    uniques: [...uniquesOf(declared), ...indexesWhere(true)],
    indexes: [...indexesWhere(false), ...expressionIndexesOf(declared)],
    checks: checksOf(declared),
    ...(partitionedBy && !isPartitioned && { partitionBy: partitionsOf(name, partitionedBy) }),
  } as never) as never;
}

function propertyOf({ attributes }: Column<unknown>, primary: boolean): object {
  return {
    type: attributes.type,
    columnType: attributes.type,
    nullable: attributes.isNullable,
    ...(attributes.collation === undefined ? {} : { collation: attributes.collation }),
    ...(attributes.default === undefined ? {} : { defaultRaw: attributes.default }),
    ...(attributes.isIdentity ? { generated: 'identity' } : {}),
    ...(primary ? { primary: true } : {}),
    autoincrement: attributes.isIdentity ?? false,
  };
}

function indexOf(name: string, { on, include, where }: ColumnIndex): object {
  return {
    name,
    properties: on.map(storedName),
    ...(include && { include: include.map(storedName) }),
    ...(where !== undefined && { where }),
  };
}

function expressionIndexesOf({ name: table, indexes = {} }: Table): object[] {
  return Object.entries(indexes).flatMap(([name, parts]) =>
    'using' in parts ? [{ name, expression: `create index "${name}" on "${table}" ${parts.using}` }] : [],
  );
}

function uniquesOf({ name: table, unique = {} }: Table): object[] {
  return Object.entries(unique).map(([name, on]) => {
    if (!('nullsEqual' in on)) return { name, properties: on.map(storedName) };
    const columns = on.nullsEqual.map(storedName).join(', ');
    return { name, expression: `alter table ${table} add constraint ${name} unique nulls not distinct (${columns})` };
  });
}

function checksOf({ name: table, columns, checks = {}, exclusions = {} }: Table): object[] {
  const ofColumns = Object.entries(columns).flatMap(
    ([
      column,
      {
        attributes: { check },
      },
    ]) => (check === undefined ? [] : [[`${table}_${storedName(column)}_check`, check]]),
  );
  const excluded = Object.entries(exclusions).map(([name, text]) => [name, `exclude ${text}`]);
  return [...ofColumns, ...Object.entries(checks), ...excluded].map(([name, text = '']) => ({
    name,
    expression: text.replaceAll(/\s+/g, ' '),
  }));
}

function partitionsOf(table: string, column: string): object {
  const others = { name: `${table}_other`, values: 'default' };
  return { type: 'range', expression: storedName(column), partitions: [others] };
}

/**
 * The foreign keys of a declared table, by name. As relations of entities, they would be properties that share their
 * columns.
 */
export function foreignKeysOf(
  { name: table, references = {} }: Table,
  tables: readonly Table[],
): Record<string, ForeignKey> {
  const keys = Object.entries(references).map(([name, reference]) => [
    name,
    foreignKeyOf(table, name, reference, tables),
  ]);
  return Object.fromEntries(keys);
}

function foreignKeyOf(table: string, name: string, reference: Reference, tables: readonly Table[]): ForeignKey {
  const {
    columns,
    to,
    keys = tables.find((each) => each.name === to)?.primaryKey ?? [],
    onDelete,
    isDeferred,
  } = reference;
  return {
    constraintName: name,
    columnNames: columns.map(storedName),
    localTableName: `public.${table}`,
    referencedTableName: `public.${to}`,
    referencedColumnNames: keys.map(storedName),
    ...(onDelete && { deleteRule: onDelete }),
    ...(isDeferred && { deferMode: DeferMode.INITIALLY_DEFERRED }),
  };
}
