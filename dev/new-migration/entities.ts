import { defineEntity, type EntitySchema } from '@mikro-orm/core';
import type { Column } from '../../platform/data/schema/column.ts';
import { storedName, type Table } from '../../platform/data/schema/table.ts';

/** A declared table as an entity of the schema generator. */
export function entityOf({ name, columns, primaryKey }: Table): EntitySchema {
  // The key's columns first: their order is that of the key.
  const names = [...primaryKey, ...Object.keys(columns).filter((column) => !primaryKey.includes(column))];
  const properties = names.map((column) => [
    storedName(column),
    propertyOf(columns[column] as Column<unknown>, primaryKey.includes(column)),
  ]);
  return defineEntity({ name, tableName: name, properties: Object.fromEntries(properties) } as never) as never;
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
