import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { SERVICES } from '../service-names.ts';

const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), SERVICES);
const environment = Object.fromEntries(
  SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, databases.url(name)]),
);
afterAll(() => databases.drop());

describe('schema check', () => {
  it('exits with 0 for databases as declared, and with 1 and each difference after changes by hand', async () => {
    const before = await runCli(['schema', 'check'], { environment });
    expect([before.code, before.stderr]).toEqual([0, '']);
    expect(before.stdout).toBe(SERVICES.map((name) => `${name}: as declared\n`).join(''));

    await withClient({ connectionString: databases.url('locations') }, (client) =>
      client.query('ALTER TABLE rooms ADD COLUMN colour text; DROP INDEX room_setups_default'),
    );

    const after = await runCli(['schema', 'check'], { environment });
    expect([after.code, after.stderr]).toEqual([1, '']);
    expect(after.stdout).toContain('locations: rooms: column colour is not declared: text\n');
    expect(after.stdout).toContain('locations: room_setups: index room_setups_default is missing: ');
    expect(after.stdout).toContain('directory: as declared\n');

    const asJson = await runCli(['schema', 'check', '--service', 'locations', '--json'], { environment });
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.stdout)).toContainEqual({
      service: 'locations',
      table: 'rooms',
      difference: 'column colour is not declared: text',
    });
  });

  it('names a database that cannot be used, without its password', async () => {
    const unavailable = { DATABASE_URL: 'postgres://lyceum:very-secret@127.0.0.1:1' };
    const { code, stdout, stderr } = await runCli(['schema', 'check'], { environment: unavailable });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('The database of directory cannot be used: ');
    expect(stderr).not.toContain('very-secret');
  });
});
