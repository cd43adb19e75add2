import { defineEntity, type EntitySchema } from '@mikro-orm/core';
import type { Column } from './column.ts';
import type { Reference, Table } from './table.ts';

/** MikroORM 7.2 reads a cast to a type of two words wrongly; what is declared has to be wrong in the same way to be equal. */
function asRead(expression: string): string {
  return expression.replaceAll(/\((\d+)\)::double precision/g, '$1 precision');
}

/** Declared tables as the schema generator knows them. All that refer to each other have to be among them. */
export function entitiesOf(tables: readonly Table[]): EntitySchema[] {
  const entities = new Map<string, EntitySchema>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const table of tables) {
    const entity = defineEntity({
      name: table.name,
      tableName: table.name,
      properties: { ...columnsOf(table), ...referencesOf(table, byName, entities) },
      uniques: (table.uniques ?? []).map(({ columns, areNullsEqual: _, ...unique }) => ({
        properties: columns,
        ...unique,
      })),
      indexes: (table.indexes ?? []).map(({ columns, using = 'btree', with: _, ...index }) => ({
        properties: columns,
        ...(using === 'btree' ? {} : { type: using }),
        ...index,
      })),
      checks: (table.checks ?? []).map(({ name, expression }) => ({ name, expression: asRead(expression) })),
    } as never) as unknown as EntitySchema;
    entities.set(table.name, entity);
  }
  return [...entities.values()];
}

function columnsOf({ columns, primaryKey }: Table): Record<string, unknown> {
  const names = [...primaryKey, ...Object.keys(columns).filter((name) => !primaryKey.includes(name))];
  return Object.fromEntries(
    names.map((name) => [name, propertyOf(columns[name] as Column<unknown>, primaryKey.includes(name))]),
  );
}

function propertyOf({ attributes }: Column<unknown>, primary: boolean): object {
  return {
    type: attributes.type,
    columnType: attributes.type,
    nullable: attributes.isNullable,
    ...(attributes.collation === undefined ? {} : { collation: attributes.collation }),
    ...(attributes.default === undefined ? {} : { defaultRaw: attributes.default }),
    ...(primary ? { primary: true, autoincrement: false } : {}),
  };
}

function referencesOf(
  { references = [] }: Table,
  byName: ReadonlyMap<string, Table>,
  entities: ReadonlyMap<string, EntitySchema>,
): Record<string, unknown> {
  return Object.fromEntries(
    references
      .filter((reference) => isToPrimaryKey(reference, byName))
      .map(({ name, columns, to, onDelete, isDeferred }) => [
        name,
        {
          kind: 'm:1',
          entity: () => entities.get(to),
          joinColumns: columns,
          ownColumns: columns.slice(-1),
          updateRule: 'no action',
          deleteRule: onDelete ?? 'no action',
          foreignKeyName: name,
          nullable: true,
          ...(isDeferred ? { deferMode: 'deferred' } : {}),
        },
      ]),
  );
}

export function isToPrimaryKey({ to, toColumns }: Reference, byName: ReadonlyMap<string, Table>): boolean {
  return byName.get(to)?.primaryKey.join() === toColumns.join();
}
