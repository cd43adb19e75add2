import type { TableAttributes } from './catalogue.ts';
import type { Column } from './column.ts';
import type { Check, Index, Reference, Table, Trigger, Unique } from './table.ts';

/** What the catalogue says of a table that is as declared. */
export function declaredAttributes(table: Table): TableAttributes {
  const { columns, primaryKey, uniques = [], indexes = [], checks = [], references = [], triggers = [] } = table;
  return new Map([
    ...Object.entries(columns).map(([name, column]) => [`column ${name}`, columnText(column)] as const),
    [`constraint ${table.name}_pkey`, `PRIMARY KEY (${listOf(primaryKey)})`],
    ...uniques.map((unique) => uniqueAttribute(table, unique)),
    ...indexes.map((index) => [`index ${index.name}`, indexText(table, '', index)] as const),
    ...checks.map((check) => [`constraint ${check.name}`, checkText(check)] as const),
    ...references.map((reference) => [`constraint ${reference.name}`, referenceText(reference)] as const),
    ...triggers.map(triggerAttribute),
  ]);
}

function columnText({ attributes }: Column<unknown>): string {
  return [
    attributes.type,
    attributes.collation === undefined ? '' : `COLLATE ${attributes.collation}`,
    attributes.isNullable ? '' : 'NOT NULL',
    attributes.isIdentity ? 'GENERATED ALWAYS AS IDENTITY' : '',
    attributes.default === undefined ? '' : `DEFAULT ${attributes.default}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** A unique rule of some rows is an index; one of all is a constraint, by whose name refusals are found. */
function uniqueAttribute(table: Table, unique: Unique): readonly [part: string, definition: string] {
  if (unique.where !== undefined) return [`index ${unique.name}`, indexText(table, 'UNIQUE ', unique)];
  const nulls = unique.areNullsEqual ? ' NULLS NOT DISTINCT' : '';
  return [`constraint ${unique.name}`, `UNIQUE${nulls} (${listOf(unique.columns)})`];
}

function indexText(table: Table, unique: string, index: Index): string {
  const { name, columns, using = 'btree', include, with: storage, where } = index;
  return [
    `CREATE ${unique}INDEX ${name} ON ${table.isPartitioned ? 'ONLY ' : ''}public.${table.name} USING ${using} (${listOf(columns)})`,
    include ? `INCLUDE (${listOf(include)})` : '',
    storage ? `WITH (${storage})` : '',
    where ? `WHERE ${/^\w+$/.test(where) ? where : `(${where})`}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function checkText({ expression }: Check): string {
  return expression.startsWith('EXCLUDE ') ? expression : `CHECK ((${expression}))`;
}

function referenceText({ columns, to, toColumns, onDelete, isDeferred }: Reference): string {
  return [
    `FOREIGN KEY (${listOf(columns)}) REFERENCES ${to}(${listOf(toColumns)})`,
    onDelete === 'cascade' ? 'ON DELETE CASCADE' : '',
    isDeferred ? 'DEFERRABLE INITIALLY DEFERRED' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function triggerAttribute({ name, definition, isConstraint }: Trigger): readonly [part: string, definition: string] {
  return [`trigger ${name}`, `CREATE ${isConstraint ? 'CONSTRAINT ' : ''}TRIGGER ${name} ${definition}`];
}

/** Names as PostgreSQL prints them: the reserved ones in quotes. */
function listOf(names: readonly string[]): string {
  return names.map((name) => (RESERVED.has(name) ? `"${name}"` : name)).join(', ');
}

const RESERVED = new Set(['position']);
