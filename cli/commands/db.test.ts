import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';

const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), ['locations']);
const environment: Record<string, string> = { LOCATIONS_DATABASE_URL: databases.url('locations') };
afterAll(() => databases.drop());

describe('db url', () => {
  it('prints the URL of one database', async () => {
    const answer = await runCli(['db', 'url', 'locations'], { environment });
    expect(answer).toMatchObject({ code: 0, stdout: `${databases.url('locations')}\n`, stderr: '' });
  });

  it('names a database that is not configured, and lists the services', async () => {
    const missing = await runCli(['db', 'url', 'directory'], { environment: { ...environment, DATA_DIR: '/nowhere' } });
    expect([missing.code, missing.stdout]).toEqual([2, '']);
    expect(missing.stderr).toContain('DATABASE_URL or DIRECTORY_DATABASE_URL is missing');
    const unknown = await runCli(['db', 'url', 'rooms'], { environment });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('The services are directory, ');
  });
});

describe('db shell', () => {
  it.runIf(spawnSync('psql', ['--version']).status === 0)(
    'runs psql with its options, input and exit code',
    async () => {
      const input = 'SELECT count(*) FROM rooms;\n';
      const shell = await runCli(['db', 'shell', 'locations', '--', '-Atq'], { environment, input, nodeOptions: [] });
      expect(shell).toMatchObject({ code: 0, stdout: '0\n', stderr: '' });
      const failing = await runCli(['db', 'shell', 'locations', '--', '-c', 'SELECT nothing'], {
        environment,
        nodeOptions: [],
      });
      expect(failing.code).toBe(1);
      expect(failing.stderr).toContain('column "nothing" does not exist');
    },
  );

  it('explains how to install psql if it is missing', async () => {
    const { code, stderr } = await runCli(['db', 'shell', 'locations'], {
      environment: { ...environment, PATH: '/nowhere' },
    });
    expect(code).toBe(2);
    expect(stderr).toContain('psql is not on your PATH');
    expect(stderr).toContain('apt-get install postgresql-client');
  });
});
