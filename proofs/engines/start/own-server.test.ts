import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataDirectory } from '../../../test/support/data-directory.ts';
import { spawnLyceum } from '../../../test/support/process/lyceum-process.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { UserServer } from '../../../test/support/user-server.ts';

const SERVICES = [
  'directory',
  'identity',
  'scheduling',
  'curricula',
  'locations',
  'timetracking',
  'webhooks',
  'activity',
];
const scope = new TestScope();
let data: DataDirectory;
let server: UserServer;
beforeAll(async () => {
  server = await UserServer.start();
});
beforeEach(async () => {
  data = await scope.dataDirectory();
});
afterEach(async () => {
  await scope.clear();
  await server.run(...SERVICES.map((service) => `DROP DATABASE IF EXISTS lyceum_${service} WITH (FORCE)`));
});
afterAll(() => server.stop());

/** A start that fails, and its output. */
async function complaintOf(env: Record<string, string>): Promise<string> {
  const program = scope.run(spawnLyceum(data, { env }));
  expect(await program.exited).toEqual({ code: 1, signal: null });
  expect(program.stderr).not.toMatch(/\n\s+at /);
  expect(data.postmaster).toBeUndefined();
  return program.stderr;
}

describe('DATABASE_URL', () => {
  it('gets the missing databases, and the demo institution in them', async () => {
    const env = { DATABASE_URL: await server.newRole('CREATEDB') };
    const { client, program } = await scope.startLyceum(data, { env });
    const users = await client.walk('/users');
    expect(users).not.toEqual([]);
    expect(data.postmaster).toBeUndefined();
    program.kill('SIGTERM');
    expect(await program.exited).toEqual({ code: 0, signal: null });

    const again = await scope.startLyceum(data, { env });
    expect(await again.client.walk('/users')).toEqual(users);
  });

  it('prints what to do if its user may not create the databases', async () => {
    const complaint = await complaintOf({ DATABASE_URL: await server.newRole() });
    expect(complaint).toBe(
      'DATABASE_URL: the database lyceum_directory does not exist and could not be created: permission denied to create database. ' +
        'Create it (CREATE DATABASE lyceum_directory), or let the user of DATABASE_URL do so (ALTER ROLE … CREATEDB).\n',
    );
  });

  it('reports a wrong password, and does not print it', async () => {
    const url = new URL(await server.newRole());
    url.password = 'mistyped';
    const complaint = await complaintOf({ DATABASE_URL: url.href });
    expect(complaint).toMatch(
      /^DATABASE_URL: the database lyceum_directory cannot be used: password authentication failed for user "role_\w+"\.\n$/,
    );
  });

  it('reports that nothing listens there', async () => {
    const complaint = await complaintOf({ DIRECTORY_DATABASE_URL: 'postgresql://u:p@127.0.0.1:1/x' });
    expect(complaint).toBe(
      'DIRECTORY_DATABASE_URL: the database x cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
    );
  });
});

it('NODE_ENV=production is refused, and the message names the command for it', async () => {
  expect(await complaintOf({ NODE_ENV: 'production' })).toBe(
    'The configuration is incomplete or wrong:\n  - NODE_ENV must not be production: `node one-process/main.ts` is for that\n',
  );
});
