import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { instant, integer, plainText, type Table, text, uuid } from '../../libraries/typed-sql/index.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { table } from '../../platform/data/tables.ts';
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
    [
      'ALTER TABLE rooms ADD COLUMN colour text;',
      `ALTER TABLE rooms ADD COLUMN sort_name text COLLATE "C" NOT NULL DEFAULT ''::text;`,
    ].join('\n'),
  );
});

it('changes and drops columns', async () => {
  const { capacity: _, isDefault: __, ...others } = roomSetups.columns;
  const columns = { ...others, capacity: integer() };
  const indexes = { room_setups_of_room: { on: ['institutionId', 'roomId'] } };
  expect(await migrationFor({ ...roomSetups, columns, indexes })).toBe(
    [
      'ALTER TABLE room_setups DROP CONSTRAINT room_setups_capacity_check;',
      'DROP INDEX room_setups_default;',
      'ALTER TABLE room_setups DROP COLUMN is_default;',
      '-- room_setups, column capacity: from integer to integer NOT NULL',
    ].join('\n'),
  );
});

it('adds, changes and drops constraints and indexes, these so that the migration job makes them ahead', async () => {
  const columns = { ...rooms.columns, name: plainText().check('char_length(name) BETWEEN 1 AND 80') };
  const indexes = {
    rooms_page: { on: ['institutionId', 'name', 'id'] },
    rooms_small: { on: ['id'], where: 'capacity < 5' },
  };
  const checks = { rooms_named: "name <> 'key' OR capacity IS NULL" };
  const changed = await migrationFor({ ...rooms, columns, indexes, checks, unique: {} });
  expect(changed.split('\n').toSorted()).toEqual([
    'ALTER TABLE rooms ADD CONSTRAINT rooms_name_check CHECK (char_length(name) BETWEEN 1 AND 80);',
    "ALTER TABLE rooms ADD CONSTRAINT rooms_named CHECK (name <> 'key' OR capacity IS NULL);",
    'ALTER TABLE rooms DROP CONSTRAINT rooms_name_check;',
    'ALTER TABLE rooms DROP CONSTRAINT rooms_ref;',
    'CREATE INDEX IF NOT EXISTS rooms_page ON rooms (institution_id, name, id);',
    'CREATE INDEX IF NOT EXISTS rooms_small ON rooms (id) WHERE capacity < 5;',
    'DROP INDEX rooms_by_archiving;',
    'DROP INDEX rooms_by_change;',
    'DROP INDEX rooms_of_location;',
    'DROP INDEX rooms_page;',
  ]);
});

it('creates a table with all that PostgreSQL has of it', async () => {
  const closures = table('room_closures', {
    columns: {
      institutionId: uuid().says('nothing'),
      id: uuid().says('nothing'),
      roomId: uuid().says('nothing'),
      reason: text().says('nothing').nullable(),
      closedAt: instant().says('nothing'),
    },
    primaryKey: ['institutionId', 'id', 'closedAt'],
    partitionedBy: 'closedAt',
    unique: { room_closures_once: { nullsEqual: ['institutionId', 'roomId', 'reason', 'closedAt'] } },
    references: { room_closures_room: { columns: ['institutionId', 'roomId'], to: 'rooms', isDeferred: true } },
    checks: { room_closures_reason: "reason <> ''" },
    indexes: { room_closures_of_room: { on: ['institutionId', 'roomId'], include: ['reason'] } },
  });
  expect(await migrationFor(closures)).toBe(`CREATE TABLE room_closures (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  reason text,
  closed_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (institution_id, id, closed_at)
) PARTITION BY RANGE (closed_at);
CREATE TABLE room_closures_other PARTITION OF room_closures DEFAULT;
ALTER TABLE room_closures ADD CONSTRAINT room_closures_reason CHECK (reason <> '');
ALTER TABLE room_closures ADD CONSTRAINT room_closures_once UNIQUE NULLS NOT DISTINCT (institution_id, room_id, reason, closed_at);
CREATE INDEX IF NOT EXISTS room_closures_of_room ON room_closures (institution_id, room_id) INCLUDE (reason);
ALTER TABLE room_closures ADD CONSTRAINT room_closures_room FOREIGN KEY (institution_id, room_id) REFERENCES rooms (institution_id, id) DEFERRABLE INITIALLY DEFERRED;`);
});

it('says what PostgreSQL says of a condition that it does not take', async () => {
  await expect(migrationFor({ ...rooms, checks: { rooms_wide: 'width > 5' } })).rejects.toThrow(
    'column "width" does not exist',
  );
});
