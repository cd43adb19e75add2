import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import { DataDirectory } from '../../../test/support/data-directory.ts';
import { occupyPort } from '../../../test/support/occupy-port.ts';
import { lyceumEnvironment, spawnLyceum, welcomeOf } from '../../../test/support/process/lyceum-process.ts';
import { Program } from '../../../test/support/process/program.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

const fileScope = new TestScope();
const scope = new TestScope();
let data: DataDirectory;
beforeAll(async () => {
  data = await fileScope.dataDirectory();
});
afterEach(() => scope.clear());
afterAll(() => fileScope.clear());

describe('npm start', () => {
  it('runs when the default ports are taken', async () => {
    for (const port of [8080, 9090, 9190, 5432, 4222]) scope.onClear(await occupyPort(port));
    const { PORT, GRPC_PORT, CONNECT_PORT, ...env } = lyceumEnvironment(data);
    const byDefault = { PORT: '', GRPC_PORT: '', CONNECT_PORT: '' };
    const { client, url, grpcPort } = await scope.startLyceum(data, { env: { ...env, ...byDefault } });
    expect(url).not.toMatch(/:8080$/);
    expect(grpcPort).not.toBe(9090);
    expect((await client.get('/users')).status).toBe(200);
  });

  it('prints progress and addresses within 80 columns, and ends when npm is killed', async () => {
    const fresh = await scope.dataDirectory();
    const { LOG_LEVEL, ...env } = lyceumEnvironment(fresh);
    const npm = scope.run(Program.spawn('npm', ['start'], { env }));
    const { url } = await welcomeOf(npm);
    npm.kill('SIGTERM');
    await npm.exited;
    const forPeople = npm.stdout.split('\n').filter((line) => !line.startsWith('{'));
    expect(forPeople.filter((line) => line.length > 80)).toEqual([]);
    const migrated = [...npm.stdout.matchAll(/"service":"(\w+)".*"msg":"\d+ migrations applied"/g)];
    expect(migrated.map(([, service]) => service).sort()).toEqual(
      ['curricula', 'directory', 'identity', 'locations', 'scheduling', 'timetracking', 'webhooks', 'activity'].sort(),
    );
    await until('the end of what npm ran', async () => !(await fetch(`${url}/readyz`).catch(() => undefined)));
    await until('the end of its PostgreSQL', () => fresh.postmaster === undefined);
    expect(npm.stdout).not.toMatch(/"level":[456]0/);
  });

  it.each(['PORT', 'GRPC_PORT', 'CONNECT_PORT'])('reports that the port of %s is taken', async (variable) => {
    const port = 40_000 + Math.floor(Math.random() * 20_000);
    scope.onClear(await occupyPort(port));
    const none = new DataDirectory(join(data.path, 'none'));
    const program = scope.run(spawnLyceum(none, { env: { [variable]: String(port), LOG_LEVEL: 'info' } }));
    expect(await program.exited).toEqual({ code: 1, signal: null });
    expect(program.stderr).toBe(
      `${variable}: port ${port} is taken by another program. Set ${variable} to another port, or to 0 for any free one.\n`,
    );
    expect([program.stdout, existsSync(none.path)]).toEqual(['', false]);
  });

  it.each(['PORT', 'GRPC_PORT', 'CONNECT_PORT', 'METRICS_PORT'])(
    'says that it already runs, also with the %s of the one that runs in the environment',
    async (variable) => {
      const own = await scope.dataDirectory();
      const port = String(await findFreePort(null));
      await scope.startLyceum(own, { env: { [variable]: port } });
      const second = scope.run(spawnLyceum(own, { env: { [variable]: port } }));
      expect(await second.exited).toEqual({ code: 1, signal: null });
      expect(second.stderr).toMatch(/^Lyceum already runs on the data directory .*\n$/);
      const { json } = await runCli(['doctor', '--json'], { environment: { DATA_DIR: own.path, [variable]: port } });
      expect(json.findings).toContainEqual({
        thing: `port ${variable}`,
        state: 'none',
        detail: expect.stringMatching(new RegExp(`^${port} .* by Lyceum, which is running`)),
      });
    },
  );

  it('reports in one line what is wrong with the cursor key file, and never prints its contents', async () => {
    const file = join(data.path, 'cursor-keys');
    const kept = await readFile(file, 'utf8');
    const secret = 'a-secret-much-too-short0';
    for (const [text, fault] of [
      ['\u0000\u0001garbage', 'cursor key 1: must be id:secret, the secret in base64url'],
      ['', 'cursor key 1: must be id:secret, the secret in base64url'],
      [`k:${secret}`, 'cursor key 1 ("k"): the secret has 18 bytes, it needs at least 32'],
    ] as const) {
      await writeFile(file, text);
      const program = scope.run(spawnLyceum(data));
      expect(await program.exited).toEqual({ code: 1, signal: null });
      expect(program.stderr).toBe(`${file}: ${fault}. Remove the file; the next start creates a new one.\n`);
      expect(program.stdout).not.toContain(secret);
    }
    await writeFile(file, kept);
  });

  it('reports all errors in its configuration at once', async () => {
    const env = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/x',
      DIRECTORY_DATABASE_URL: 'localhost',
      LOG_LEVEL: 'loud',
    };
    const program = scope.run(spawnLyceum(data, { env }));
    expect(await program.exited).toEqual({ code: 1, signal: null });
    expect(program.stderr.trim().split('\n')).toEqual([
      'The configuration is incomplete or wrong:',
      '  - PORT must be an integer from 0 to 65535',
      '  - LOG_LEVEL must be one of trace, debug, info, warn, error, fatal',
      '  - DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
      '  - DIRECTORY_DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
    ]);
  });
});
