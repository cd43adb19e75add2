import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { instant, integer, plainText, text, uuid } from '../../platform/data/schema/column.ts';
import { platformTables } from '../../platform/data/schema/platform-tables.ts';
import { type Table, table } from '../../platform/data/schema/table.ts';
import { locationsTables, roomSetups, rooms } from '../../services/locations/store/tables.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { migrationSql } from './migration-sql.ts';

let databases: TestDatabases;

beforeAll(async () => {
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), ['locations']);
});
afterAll(() => databases.drop());

/** The migration of locations with other declarations of some tables, or with further ones. */
async function migrationFor(...changed: readonly Table[]): Promise<string> {
  const tables = new Map([...locationsTables, ...changed].map((each) => [each.name, each]));
  return migrationSql(databases.url('locations'), [...tables.values()], platformTables);
}

it('is empty while nothing was declared that the migrations do not make', async () => {
  expect(await migrationFor()).toBe('');
});

it('adds the columns that were declared', async () => {
  const columns = { ...rooms.columns, colour: text().nullable(), sortName: plainText().default("''::text") };
  expect(await migrationFor({ ...rooms, columns })).toBe(
    `ALTER TABLE rooms\n  ADD COLUMN colour text,\n  ADD COLUMN sort_name text COLLATE "C" NOT NULL DEFAULT '';`,
  );
});

it('changes and drops columns', async () => {
  const { capacity: _, isDefault: __, ...others } = roomSetups.columns;
  const columns = { ...others, capacity: integer(), name: plainText().nullable() };
  expect((await migrationFor({ ...roomSetups, columns })).split('\n').toSorted()).toEqual([
    'ALTER TABLE room_setups ALTER COLUMN capacity SET NOT NULL;',
    'ALTER TABLE room_setups ALTER COLUMN name DROP NOT NULL;',
    'ALTER TABLE room_setups DROP COLUMN is_default;',
  ]);
});

it('creates a table', async () => {
  const closures = table('room_closures', {
    columns: { institutionId: uuid(), id: uuid(), reason: text().nullable(), revision: uuid(), createdAt: instant() },
    primaryKey: ['institutionId', 'id'],
  });
  expect(await migrationFor(closures)).toBe(`CREATE TABLE room_closures (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  reason text,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id)
);`);
});
