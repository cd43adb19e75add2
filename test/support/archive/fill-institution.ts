import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { register } from '../../../deploy/installation/register.ts';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { KeyRing } from '../../../platform/core/config/key-ring.ts';
import type { RegisteredColumn, RegisteredTable } from '../../../platform/data/register.ts';
import { query } from '../postgres/query.ts';
import type { TestDatabases } from '../postgres/test-databases.ts';

/** The key with which the values of `sealed` columns are encrypted, and what they say. */
export const SECRET_KEYS = `test:${Buffer.alloc(32, 7).toString('base64url')}`;
export const SECRET = 'whsec_of-the-needle';

/** In every value that says something of people beyond hours and presence. */
export const OF_PEOPLE = 'needle-of-people';

/** An institution with rows of which no constraint is asked for: they only have to be stored. */
export interface Filled {
  readonly id: string;
  /** In every text and in all bytes of its rows. */
  readonly needle: string;
}

const ROWS = 3;

/** Lets tables have rows that nothing but their types and keys restricts. */
export async function dropConstraints(databases: TestDatabases): Promise<void> {
  for (const service of register.keys())
    await query(
      databases.url(service),
      `DO $$ DECLARE c record; BEGIN
         FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint
           WHERE contype IN ('c', 'x', 'f') AND coninhcount = 0 AND connamespace = 'public'::regnamespace
         LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP; END $$`,
    );
}

/** Gives an institution some rows in every table that it may have rows in, with a value in every column. */
export async function fillInstitution(databases: TestDatabases, needle: string): Promise<Filled> {
  const id = randomUUID();
  for (const [service, tables] of register)
    await withClient({ connectionString: databases.url(service) }, async (client) => {
      // A change of curricula gives the institution a stamp, unless the transaction has one.
      await client.query(`SELECT set_config('lyceum.stamp_moved', $1, false)`, [id]);
      for (const table of tables) await fillTable(client, table, { id, needle });
      if (service !== 'curricula') return;
      await client.query(GIVE_VERSIONS, [id]);
      await client.query(SET_DEFAULTS, [id]);
    });
  return { id, needle };
}

/** The API shows no program without a default version. */
const GIVE_VERSIONS = `UPDATE program_versions v SET study_program_id = p.id
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM programs WHERE institution_id = $1) p,
    (SELECT id, row_number() OVER (ORDER BY id) AS n FROM program_versions WHERE institution_id = $1) w
  WHERE v.institution_id = $1 AND v.id = w.id AND w.n = p.n`;
const SET_DEFAULTS = `UPDATE programs p SET default_version_id = v.id FROM program_versions v
  WHERE p.institution_id = $1 AND v.institution_id = $1 AND v.study_program_id = p.id`;

async function fillTable(client: pg.Client, table: RegisteredTable, { id, needle }: Filled): Promise<void> {
  const { name, belongsTo, primaryKey } = table;
  if (!('institution' in belongsTo)) return;
  const columns = table.columns.filter(({ isIdentity }) => !isIdentity);
  const rows = primaryKey.length === 1 && primaryKey[0] === belongsTo.institution ? 1 : ROWS;
  for (let n = 0; n < rows; n++) {
    const row: Record<string, unknown> = {};
    for (const column of columns)
      row[column.name] = column.name === belongsTo.institution ? id : cell(column, textOf(column, `${needle}-${n}`), n);
    for (const { name: sealed, sealedFor } of columns) {
      if (sealedFor === null) continue;
      const made = new KeyRing(SECRET_KEYS).seal(SECRET, sealedFor.map((each) => row[each]).join('/'));
      Object.assign(row, { [sealed]: made.sealed, key_id: made.keyId });
    }
    await client.query(
      `INSERT INTO ${name} (${columns.map((each) => each.name)}) VALUES (${columns.map((_, index) => `$${index + 1}`)})`,
      Object.values(row),
    );
  }
}

function textOf({ says }: RegisteredColumn, needle: string): string {
  return says === 'nothing' || says === 'work' ? needle : `${needle} ${OF_PEOPLE}`;
}
/** Columns that the API shows as objects. */
const OBJECTS = ['attempt_rules', 'cohort_study_timeline_status', 'course_feature_defaults', 'statistic_data'];

function cell({ type, name }: RegisteredColumn, needle: string, n: number): unknown {
  const at = `2026-0${n + 1}-03T04:05:06.789Z`;
  switch (type) {
    case 'uuid':
      return randomUUID();
    case 'uuid[]':
      return [randomUUID()];
    case 'text':
      // Of an event: the API knows which types there are.
      if (name === 'type') return 'user.created';
      if (OBJECTS.includes(name)) return JSON.stringify({ needle });
      return `${name} of ${needle} "\\ü😀\n`;
    case 'text[]':
      return [needle];
    case 'boolean':
      return n === 0;
    case 'timestamp(3) with time zone':
      return at;
    case 'tstzrange':
      return `[${at},)`;
    case 'int4range':
      return '[1,3)';
    case 'json':
    case 'jsonb':
      return JSON.stringify([{ needle, figure: 1.5 }]);
    case 'bytea':
      return Buffer.from(`\0${name} of ${needle}`);
    case 'integer[]':
      return [n, 2];
    case 'bigint':
      return `${2n ** 60n + BigInt(n)}`;
    default:
      return n;
  }
}
