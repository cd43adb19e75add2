import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TestDatabases } from '../../dev/testing/test-databases.ts';
import { services } from '../../installation/services.ts';
import { openClient } from '../../platform/data/connections.ts';
import { expectNone, type Violation } from '../architecture/project/violations.ts';
import { findImpossibleReferences, findRefusedByCitus } from './citus-rules.ts';
import { ANSWERED, LOCAL, REFERENCE, tablesOf } from './distribution.ts';
import { distributionSql } from './distribution-sql.ts';

const names = services.map(({ name }) => name);
const clients = new Map<string, pg.Client>();
let databases: TestDatabases;
beforeAll(async () => {
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), names);
  for (const name of names) {
    clients.set(name, await openClient({ connectionString: databases.url(name) }));
  }
});
afterAll(async () => {
  await Promise.all([...clients.values()].map((client) => client.end()));
  await databases.drop();
});

const wordsOf = ({ place, what }: Violation) => `${place} ${what}`;
const isUnanswered = (violation: Violation) => !Object.hasOwn(ANSWERED, wordsOf(violation));
const clientOf = (name: string) => clients.get(name) as pg.Client;

describe.each(names)('the database of %s', (name) => {
  test('can be distributed by institution', async () => {
    const found = await findRefusedByCitus(clientOf(name));
    expectNone(found.filter(isUnanswered), 'Begin every key with institution_id, compared by equality.');
    expect(found.map(wordsOf).sort()).toEqual(Object.keys(ANSWERED).sort());
  });

  test('is distributed by docs/citus, every table once', async () => {
    const sql = await distributionSql(clientOf(name), name);
    await expect(sql).toMatchFileSnapshot(`../../docs/citus/${name}.sql`);
    const placed = [...sql.matchAll(/^SELECT \w+\('(\w+)'/gm)].map(([, table]) => table);
    expect(placed.sort()).toEqual((await tablesOf(clientOf(name))).sort());
  });
});

test('one reference alone has no place in a cluster, and a rule of directory stands in for it', async () => {
  const found = await Promise.all(names.map((name) => findImpossibleReferences(clientOf(name))));
  expect(found.flat()).toEqual(['integrations_created_by']);
});

test('the tables that are not distributed are there', async () => {
  const all = (await Promise.all(names.map((name) => tablesOf(clientOf(name))))).flat();
  for (const table of [...Object.keys(REFERENCE), ...Object.keys(LOCAL)]) expect(all).toContain(table);
});

test('the rules find what cannot be distributed', async () => {
  const client = clientOf('directory');
  await client.query('BEGIN');
  await client.query(`
    CREATE TABLE odd (institution_id uuid NOT NULL, id uuid PRIMARY KEY, during tstzrange, number bigint GENERATED ALWAYS AS IDENTITY,
      email text REFERENCES integrations (client_id) ON UPDATE CASCADE, user_id uuid,
      CONSTRAINT odd_range EXCLUDE USING gist (during WITH &&));
    CREATE UNLOGGED TABLE fleeting (institution_id uuid, id uuid, PRIMARY KEY (id, institution_id));
    CREATE UNIQUE INDEX odd_email ON odd (email);
    CREATE TRIGGER odd_trigger BEFORE UPDATE ON odd FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();`);
  const found = await findRefusedByCitus(client);
  await client.query('ROLLBACK');
  expect(
    found
      .filter(isUnanswered)
      .map(({ place, what }) => `${place} ${what.split(' ').slice(0, 4).join(' ')}`)
      .sort(),
  ).toEqual([
    'fleeting is not an ordinary,',
    'odd has a column by',
    'odd has a trigger odd_trigger',
    'odd_email key of odd without',
    'odd_email_fkey changes the distribution column',
    'odd_pkey key of odd without',
    'odd_range key of odd without',
  ]);
});
