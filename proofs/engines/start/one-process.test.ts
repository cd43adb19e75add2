import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseName, databaseVariable } from '../../../deploy/installation/database-urls.ts';
import { services } from '../../../deploy/installation/services.ts';
import { portsOf, productionEnvironment, spawnOneProcess } from '../../../test/support/process/one-process.ts';
import { STILL_LOOP } from '../../../test/support/process/still-loop.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { UserServer } from '../../../test/support/user-server.ts';

const names = services.map(({ name }) => name);
const scope = new TestScope();
let server: UserServer;
let environment: Record<string, string>;
beforeAll(async () => {
  server = await UserServer.start();
});
beforeEach(async () => {
  const DATABASE_URL = await server.newRole('CREATEDB');
  environment = { ...productionEnvironment(() => ''), DATABASE_URL };
});
afterEach(async () => {
  await scope.clear();
  await server.run(...names.map((name) => `DROP DATABASE IF EXISTS ${databaseName(name)} WITH (FORCE)`));
});
afterAll(() => server.stop());

it('reports all missing variables at once', async () => {
  const program = scope.run(spawnOneProcess({ NODE_ENV: 'production', LOG_LEVEL: 'loud' }));
  expect(await program.exited).toEqual({ code: 1, signal: null });
  const [first, ...faults] = program.stderr.trim().split('\n');
  expect(first).toBe('The configuration is incomplete or wrong:');
  const required = ['CURSOR_KEYS', 'IDENTITY_KEYS', 'IDENTITY_SECRET_KEYS', 'PUBLIC_URL', 'WEBHOOKS_SECRET_KEYS'];
  expect(faults.map((line) => line.replace(/^ {2}- (\S+ (is missing|must be)).*$/, '$1')).sort()).toEqual(
    [...[...required, ...names.map(databaseVariable)].map((name) => `${name} is missing`), 'LOG_LEVEL must be'].sort(),
  );
});

it('makes and migrates the databases on the server of DATABASE_URL, and no institution', async () => {
  const program = scope.run(spawnOneProcess(environment));
  const { port } = await portsOf(program);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect(await server.rows('lyceum_directory', 'SELECT id FROM institutions')).toEqual([]);
  program.kill('SIGTERM');
  expect(await program.exited).toEqual({ code: 0, signal: null });
});

it('ends when its event loop stands still, and starts again', async () => {
  const still = scope.run(spawnOneProcess({ ...environment, ...STILL_LOOP }));
  await portsOf(still);
  still.kill('SIGUSR2');
  expect(await still.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(still.stdout.trim().split('\n').at(-1)).toMatch(
    /"level":60,.*"name":"lyceum","msg":"the event loop stood still for half a minute: the process ends itself"/,
  );
  const { port } = await portsOf(scope.run(spawnOneProcess(environment)));
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});
