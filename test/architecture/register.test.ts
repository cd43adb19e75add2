import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { register } from '../../deploy/installation/register.ts';
import { services } from '../../deploy/installation/services.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

let databases: TestDatabases;
beforeAll(async () => {
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
    ...register.keys(),
  ]);
});
afterAll(() => databases.drop());

/** The columns of a database that the register has and the catalogue has not, or the other way round. */
async function differences(service: string) {
  const stored = (await query<{ column: string }>(databases.url(service), COLUMNS)).map(({ column }) => column);
  const listed = register
    .get(service)
    ?.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  return [...new Set(stored).symmetricDifference(new Set(listed))].toSorted();
}

/** Of partitions, their tables have them. */
const COLUMNS = `SELECT c.relname || '.' || a.attname AS column FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
    AND c.relkind IN ('r', 'p', 'm', 'f') AND NOT c.relispartition`;

describe.each([...register])('the register of %s', (service, tables) => {
  test('has every table of the database with exactly its columns', async () => {
    expect(await differences(service)).toEqual([]);
  });

  test('leads by columns of the table to the institution and to people', () => {
    for (const { name, belongsTo, whose, columns } of tables) {
      const names = columns.map((column) => column.name);
      if ('institution' in belongsTo) expect([name, ...names]).toContain(belongsTo.institution);
      for (const each of [whose, ...columns.map((column) => column.whose)])
        if (typeof each !== 'string') expect([name, ...names]).toEqual(expect.arrayContaining([...each]));
    }
  });
});

test('the checker finds tables and columns that the register does not have', async () => {
  await query(
    databases.url('locations'),
    `CREATE TABLE unsaid (note text); ALTER TABLE rooms ADD COLUMN note text, DROP COLUMN capacity;`,
  );
  expect(await differences('locations')).toEqual(['rooms.capacity', 'rooms.note', 'unsaid.note']);
});

describe.each(services.map((service) => [service.name, service] as const))('the erasure in %s', (name, service) => {
  test('knows every table with what is somebody’s own', () => {
    const own = new Set(service.tables.map((table) => table.name));
    const theirs = register
      .get(name)
      ?.filter((table) => own.has(table.name) && 'institution' in table.belongsTo)
      .filter(({ columns }) => columns.some(({ says, whose }) => says !== 'nothing' && typeof whose !== 'string'))
      .map((table) => table.name);
    expect((service.erasing?.tables ?? []).map((table) => table.name)).toEqual(expect.arrayContaining(theirs ?? []));
  });
});
