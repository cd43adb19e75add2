import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { register } from '../../deploy/installation/register.ts';
import { services } from '../../deploy/installation/services.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { type Exceptions, expectNone, type Violation } from './project/violations.ts';

const names = services.map(({ name }) => name);
let databases: TestDatabases;

beforeAll(async () => {
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), names);
});

afterAll(async () => {
  await databases.drop();
});

/** Keys of the platform's tables, which every service's database has; those of tables without an institution say why. */
const OF_THE_PLATFORM: Exceptions = {
  outbox_pkey: 'the order of a service’s events, of all institutions; the relay reads them all',
  dead_letters_pkey: 'an event’s id is unique in the platform, and some events belong to no institution',
};

/** Keys of the services' own tables. */
const OWN: Readonly<Record<string, Exceptions>> = {
  directory: {
    institutions_pkey: 'the table of institutions themselves',
    institutions_ref: 'the table of institutions themselves',
  },
  identity: {
    integrations_client: 'a client id is looked up before its institution is known',
    calendar_feeds_token: 'a token is looked up before its institution is known',
    sign_in_links_code: 'a code is looked up before its institution is known',
    administrator_sessions_token: 'a token is looked up before its institution is known',
    openid_providers_institution: 'whoever signs in names the ref, before the institution is known',
    passkeys_credential: 'a credential is looked up before its institution is known',
    operators_name: 'operators belong to the installation, not to an institution',
    operators_token: 'operators belong to the installation, not to an institution',
  },
};

describe.each(names)('the database of %s', (name) => {
  test('has the institution at the head of every key', async () => {
    const leaks = await inDatabase(name, (client) => findTenantLeaks(client, name));
    const keys = (register.get(name) ?? []).flatMap(({ name: table, belongsTo, primaryKey }) =>
      'platform' in belongsTo && primaryKey[0] !== 'institution_id'
        ? [[`${table}_pkey`, belongsTo.platform] as const]
        : [],
    );
    const listed = { ...OF_THE_PLATFORM, ...OWN[name], ...Object.fromEntries(keys) };
    expectNone(
      leaks,
      'Begin primary keys, unique and exclusion constraints, and references with institution_id. List the key of a platform table above, with its reason.',
      Object.fromEntries(Object.entries(listed).map(([key, reason]) => [`${name}.${key}`, reason])),
    );
  });
});

test('the checker finds keys and references across institutions', async () => {
  const [name = ''] = names;
  const found = await inDatabase(name, async (client) => {
    await client.query('BEGIN');
    await client.query(`
      CREATE TABLE heap (institution_id uuid, name text);
      CREATE TABLE good (institution_id uuid, id uuid, name text, during tstzrange, PRIMARY KEY (institution_id, id));
      CREATE UNIQUE INDEX good_name ON good (institution_id, lower(name));
      CREATE TABLE bad (institution_id uuid, id uuid PRIMARY KEY, name text, during tstzrange,
        good_id uuid, CONSTRAINT bad_name UNIQUE (name, institution_id), CONSTRAINT bad_range EXCLUDE USING gist (during WITH &&),
        CONSTRAINT bad_reference FOREIGN KEY (id, good_id) REFERENCES good (institution_id, id));
      CREATE UNIQUE INDEX bad_lower ON bad (lower(name));`);
    return findTenantLeaks(client, 'x');
  });
  const locations = found.map(({ location }) => location).filter((location) => /heap|good|bad/.test(location));
  expect(locations.sort()).toEqual([
    'x.bad_lower',
    'x.bad_name',
    'x.bad_pkey',
    'x.bad_range',
    'x.bad_reference',
    'x.heap',
  ]);
});

function inDatabase<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ connectionString: databases.url(name) }, work);
}

/** Keys and references in a database's schema that would let two institutions share a row. */
async function findTenantLeaks(client: pg.Client, database: string): Promise<Violation[]> {
  const { rows } = await client.query<{ name: string; what: string }>(LEAKS);
  return rows.map(({ name, what }) => ({ location: `${database}.${name}`, what }));
}

const LEAKS = `
  WITH tables AS (SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')),
  columns AS (SELECT attrelid, attnum FROM pg_attribute WHERE attname = 'institution_id')
  SELECT t.relname AS name, 'has no primary key' AS what FROM tables t
    WHERE NOT EXISTS (SELECT FROM pg_index x WHERE x.indrelid = t.oid AND x.indisprimary)
  UNION ALL SELECT i.relname, 'key of ' || t.relname || ' does not begin with the institution'
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN tables t ON t.oid = x.indrelid
    WHERE (x.indisprimary OR x.indisunique OR x.indisexclusion)
      AND NOT EXISTS (SELECT FROM columns c WHERE c.attrelid = t.oid AND c.attnum = x.indkey[0])
  UNION ALL SELECT k.conname, 'lets ' || t.relname || ' refer to another institution''s row of ' || k.confrelid::regclass
    FROM pg_constraint k JOIN tables t ON t.oid = k.conrelid
    WHERE k.contype = 'f' AND k.confrelid IS DISTINCT FROM to_regclass('public.institutions')
      AND NOT (EXISTS (SELECT FROM columns c WHERE c.attrelid = k.conrelid AND c.attnum = k.conkey[1])
        AND EXISTS (SELECT FROM columns c WHERE c.attrelid = k.confrelid AND c.attnum = k.confkey[1]))
  ORDER BY 1`;
