import { type Column, type Declared, storedName, type Table } from '../../../libraries/typed-sql/index.ts';
import type { TestService } from '../calls/start-test-service.ts';

/** Rows of the tenant that is asked about, and of a hundred small ones. */
const ROWS = 5_000;
const OTHERS = 500;
const TENANT = `md5('tenant')::uuid`;

/** One more than a page holds. */
export const LIMIT = 51;

/**
 * Fills tables with rows in the order of their numbers: each has its own id and name, one of fifty values of what it
 * belongs to, and its minute. Constraints that such rows do not meet are dropped.
 */
export async function fillTables(sql: TestService['sql'], tables: readonly Table[]): Promise<void> {
  await sql(`DO $$ DECLARE c record; BEGIN
    FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint
      WHERE contype IN ('c', 'x', 'f') AND coninhcount = 0 AND connamespace = 'public'::regnamespace
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP; END $$`);
  for (const table of tables) {
    await sql(`ALTER TABLE ${table.name} DISABLE TRIGGER USER`);
    const columns = Object.entries(table.columns).filter(([, { attributes }]) => !attributes.isIdentity);
    await sql(
      `INSERT INTO ${table.name} (${columns.map(([name]) => storedName(name)).join(', ')})
       SELECT ${columns.map(([name, column]) => cell(table, name, column, 'n')).join(', ')}
       FROM generate_series(1, ${ROWS + OTHERS}) AS n ON CONFLICT DO NOTHING`,
    );
  }
  await sql('VACUUM ANALYZE');
}

/** The arguments of parameters that are called after no column: the number of a row, or SQL. */
const ASKED: Readonly<Record<string, number | string>> = {
  ...{ sort: ROWS / 2, after: ROWS / 2, before: ROWS / 2, from: ROWS / 3, to: ROWS, now: ROWS, deletedAfter: ROWS / 2 },
  ...{ texts: `ARRAY['Ada']`, at: ROWS, until: ROWS, erasedLabel: `'…'` },
  ...{ first: ROWS / 3, last: ROWS, seconds: ROWS / 2, scanned: '500' },
  // The last few have changed.
  ...{ updatedSince: ROWS - 10, since: ROWS - 10 },
  ...{ limit: `${LIMIT}`, atMost: '500', offset: '50', states: 'ARRAY[false, true]', statuses: `ARRAY['pending']` },
  ...{ pattern: `'%x0025%'`, except: 'NULL', listed: `'all'`, omit: `'{}'`, held: `'{}'`, spared: `'{}'` },
  among: `ARRAY[md5('userId' || 0)::uuid]`,
  ...{ userId: `md5('userId' || 0)::uuid`, groupIds: `ARRAY[md5('userGroupId' || 0)::uuid]` },
};

/** A value of a statement's parameter, as SQL: that of the row in the middle, if there is a column for it. */
export function argumentOf(
  { name: statement, table }: Declared,
  { name, type }: Declared['parameters'][number],
  tables: readonly Table[],
): string {
  const asked = ASKED[name];
  if (asked !== undefined) return typeof asked === 'string' ? asked : value(type, `${Math.floor(asked)}`, name);
  const [one] = [name, name.replace(/s$/, ''), name.replace(/ies$/, 'y')].flatMap((column) =>
    [...(table ? [table] : []), ...tables].flatMap((each) => {
      const found = each.columns[column];
      return found ? [cell(each, column, found, `${ROWS / 2}`)] : [];
    }),
  );
  if (one === undefined)
    throw new Error(
      `Add a value of the parameter ${name} of ${statement} to ASKED in test/support/postgres/fill-tables.ts.`,
    );
  return type.endsWith('[]') && !one.startsWith('ARRAY') ? `ARRAY[${one}]` : one;
}

function cell(table: Table, name: string, { attributes: { type, check = '' } }: Column<unknown>, n: string): string {
  if (name === table.audited?.deleted) return `NULL`;
  if (name === table.tenant)
    return `CASE WHEN ${n} <= ${ROWS} THEN ${TENANT} ELSE md5('tenant' || ${n} % 100)::uuid END`;
  const isOwn = name === 'id' || name === table.primaryKey.at(-1);
  const [, listed] = / IN \((.*)\)/.exec(check) ?? [];
  if (listed) return `(ARRAY[${listed}])[1 + ${n} % ${listed.split(',').length}]`;
  return value(type, isOwn || !type.startsWith('uuid') ? n : `(${n} % 50)`, name);
}

function value(type: string, n: string, name: string): string {
  const at = `timestamptz '2026-01-01' + ${n} * interval '1 minute'`;
  switch (type) {
    case 'uuid':
      return `md5('${name}' || ${n})::uuid`;
    case 'text':
      return `'x' || lpad((${n})::text, 6, '0')`;
    case 'boolean':
      return `${n} % 10 = 0`;
    case 'timestamp(3) with time zone':
      return at;
    case 'tstzrange':
      return `tstzrange(${at}, ${at} + interval '1 hour')`;
    case 'int4range':
      return `int4range(${n}, ${n} + 1)`;
    case 'json':
    case 'jsonb':
      return `'[]'`;
    case 'bytea':
      return `'\\x00'`;
    default:
      return type.endsWith('[]') ? `ARRAY[${value(type.slice(0, -2), n, name.replace(/s$/, ''))}]` : `(${n})::${type}`;
  }
}
