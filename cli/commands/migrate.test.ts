import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { SERVICES } from '../service-names.ts';

describe('migrate', () => {
  const suffix = randomBytes(6).toString('hex');
  const urlOf = (database: string) => Object.assign(new URL(inject('databaseServer')), { pathname: database }).href;
  const nameOf = (service: string) => `migrate_${service}_${suffix}`;
  const variables = () =>
    Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, urlOf(nameOf(name))]));

  async function query(database: string, ...statements: string[]): Promise<unknown[]> {
    return withClient({ connectionString: urlOf(database) }, async (client) => {
      const rows: unknown[] = [];
      for (const statement of statements) rows.push(...(await client.query(statement)).rows);
      return rows;
    });
  }

  beforeAll(() => query('postgres', ...SERVICES.map((name) => `CREATE DATABASE ${nameOf(name)}`)));
  afterAll(() => query('postgres', ...SERVICES.map((name) => `DROP DATABASE ${nameOf(name)} WITH (FORCE)`)));

  it('migrates empty databases, and changes nothing the second time', async () => {
    const tables = () => query(nameOf('directory'), "SELECT tablename FROM pg_tables WHERE tablename = 'users'");
    expect(await tables()).toEqual([]);
    for (const _ of [1, 2]) {
      const { code, stdout, stderr } = await runCli(['migrate'], { environment: variables() });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toBe(SERVICES.map((name) => `${name}: up to date\n`).join(''));
    }
    expect(await tables()).toEqual([{ tablename: 'users' }]);
  });

  it('names the databases that are not configured', async () => {
    const { CURRICULA_DATABASE_URL: _, ...others } = variables();
    const { code, stdout, stderr } = await runCli(['migrate'], { environment: others });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('DATABASE_URL or CURRICULA_DATABASE_URL is missing: the database of curricula');
    expect(stderr).not.toContain('LOCATIONS_DATABASE_URL');
  });

  it.each([
    ['postgres://lyceum:very-secret@127.0.0.1:1', 'The database of directory could not be migrated: '],
    ['mysql://lyceum:very-secret@127.0.0.1', 'DATABASE_URL must be a URL that begins with postgres://'],
  ])('reports what is wrong with %s without its password', async (url, message) => {
    const { code, stdout, stderr } = await runCli(['migrate'], { environment: { DATABASE_URL: url } });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('very-secret');
  });
});
