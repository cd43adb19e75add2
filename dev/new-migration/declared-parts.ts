import { type Index, type Reference, storedName, type Table } from '../../libraries/typed-sql/index.ts';

/** The columns, constraints and indexes of a declared table in SQL, named as `readCatalogue` names them. */
export function declaredParts(table: Table, tables: readonly Table[]): ReadonlyMap<string, string> {
  const { name, columns, primaryKey, unique = {}, references = {}, checks = {}, exclusions = {}, indexes = {} } = table;
  const attributes = Object.entries(columns).map(([column, each]) => ({
    column: storedName(column),
    ...each.attributes,
  }));
  const parts: (readonly [part: string, text: string])[] = [
    ...attributes.map(({ column, type, collation, isNullable, isIdentity, default: value }) => {
      const words = [column, type, collation && `COLLATE "${collation}"`, !isNullable && 'NOT NULL'];
      const filled = [isIdentity && 'GENERATED ALWAYS AS IDENTITY', value && `DEFAULT ${value}`];
      return [`column ${column}`, wordsOf(...words, ...filled)] as const;
    }),
    [`constraint ${name}_pkey`, `PRIMARY KEY ${listOf(primaryKey)}`],
    ...attributes.flatMap(({ column, check }) =>
      check === undefined ? [] : [[`constraint ${name}_${column}_check`, `CHECK (${check})`] as const],
    ),
    ...Object.entries(checks).map(([check, text]) => [`constraint ${check}`, `CHECK (${text})`] as const),
    ...Object.entries(unique).map(
      ([key, on]) =>
        [
          `constraint ${key}`,
          'nullsEqual' in on ? `UNIQUE NULLS NOT DISTINCT ${listOf(on.nullsEqual)}` : `UNIQUE ${listOf(on)}`,
        ] as const,
    ),
    ...Object.entries(exclusions).map(([each, text]) => [`constraint ${each}`, `EXCLUDE ${text}`] as const),
    ...Object.entries(references).map(([key, each]) => [`constraint ${key}`, foreignKey(each, tables)] as const),
    ...Object.entries(indexes).map(([index, each]) => [`index ${index}`, createIndex(index, name, each)] as const),
  ];
  return new Map(parts.map(([part, text]) => [part, text.replaceAll(/\s+/g, ' ')]));
}

/** On a table that exists, the migration job makes an index ahead, while others write: see indexes-ahead.ts. */
function createIndex(index: string, table: string, parts: Index): string {
  if ('using' in parts) return `CREATE INDEX IF NOT EXISTS ${index} ON ${table} ${parts.using}`;
  const { on, isUnique, include, where } = parts;
  return wordsOf(
    ...['CREATE', isUnique && 'UNIQUE', `INDEX IF NOT EXISTS ${index} ON ${table} ${listOf(on)}`],
    ...[include && `INCLUDE ${listOf(include)}`, where && `WHERE ${where}`],
  );
}

function foreignKey({ columns, to, keys, onDelete, isDeferred }: Reference, tables: readonly Table[]): string {
  const referenced = keys ?? tables.find(({ name }) => name === to)?.primaryKey ?? [];
  return wordsOf(
    ...[`FOREIGN KEY ${listOf(columns)} REFERENCES ${to} ${listOf(referenced)}`, onDelete && 'ON DELETE CASCADE'],
    isDeferred && 'DEFERRABLE INITIALLY DEFERRED',
  );
}

function listOf(names: readonly string[]): string {
  return `(${names.map(storedName).join(', ')})`;
}

function wordsOf(...words: readonly (string | false | undefined)[]): string {
  return words.filter(Boolean).join(' ');
}
