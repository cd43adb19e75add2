import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { query } from '../../test/support/postgres/query.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { SERVICES } from '../service-names.ts';

const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), SERVICES);
const urls = SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, databases.url(name)]);
const environment: Record<string, string> = Object.fromEntries(urls);
afterAll(() => databases.drop());

/** Restored backups are verified by `proofs/engines/postgres/restore-drill.test.ts`. */
describe('backup verify', () => {
  it('refuses the server of production, and records nothing', async () => {
    const { host } = new URL(databases.url('identity'));
    const { code, stdout, stderr } = await runCli(['backup', 'verify', '--restored', host], { environment });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`error: ${host} is the production server: restore into another one.\n`);
    expect(await query(databases.url('identity'), 'TABLE backup_proofs')).toEqual([]);
  });

  it.each([
    ['what is no address', 'a/b', '--restored: a/b is not HOST:PORT.'],
    ['an address without a port', 'localhost', '--restored: localhost is not HOST:PORT.'],
    ['a server that does not answer', '127.0.0.1:1', 'The database of directory at 127.0.0.1:1 cannot be used: '],
  ])('refuses %s', async (_, restored, reason) => {
    const { code, stdout, stderr } = await runCli(['backup', 'verify', '--restored', restored], { environment });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
  });
});
