import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findNatsServer } from '../../dev/nats-server/find-nats-server.ts';
import { programVersion } from '../../dev/nats-server/program-version.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import type { Finding } from '../checks/finding.ts';
import { natsVersionFinding } from '../checks/nats-version.ts';
import { dataDirectoryFindings } from '../doctor/data-directory.ts';
import { environmentFindings } from '../doctor/environment.ts';
import { natsFindings } from '../doctor/nats.ts';
import { packageFindings } from '../doctor/packages.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-doctor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function recordOwner(pid: number): Promise<void> {
  await mkdir(join(folder, 'postgresql', 'cluster'), { recursive: true });
  await writeFile(join(folder, 'postgresql', 'password'), 'x');
  await writeFile(join(folder, 'postgresql', 'owner.json'), JSON.stringify({ pid, port: 1 }));
}

const wrongOf = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'wrong');

describe('doctor', () => {
  it('finds no fault on a machine that is set up', async () => {
    const free = { PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', METRICS_PORT: '0' };
    const { code, stdout, stderr } = await runCli(['doctor'], {
      environment: { DATA_DIR: join(folder, 'new'), ...free },
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ok {5}Node /m);
    expect(stdout).toMatch(/^- {6}DATA_DIR +.* does not exist; npm start creates it$/m);
    expect(stdout).not.toContain('WRONG');
  });

  it('asks ports who is there, and calls no Lyceum another program', async () => {
    const system = await TestSystem.start();
    const stranger = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const ports = {
      PORT: String(system.port),
      GRPC_PORT: new URL(`grpc://${system.addresses.GRPC_URL}`).port,
      METRICS_PORT: String((stranger.address() as { port: number }).port),
    };
    const { json } = await runCli(['doctor', '--json'], {
      environment: { DATA_DIR: folder, CONNECT_PORT: '0', ...ports },
    });
    stranger.close();
    const found = (name: string) => json.findings.find(({ thing }: Finding) => thing === `port ${name}`);
    expect([found('PORT'), found('GRPC_PORT')]).toMatchObject([
      { state: 'none', detail: `${ports.PORT} (HTTP) is in use by Lyceum, which is running` },
      { state: 'none', detail: `${ports.GRPC_PORT} (gRPC) is in use by Lyceum, which is running` },
    ]);
    expect(found('METRICS_PORT').detail).toContain(`${ports.METRICS_PORT} (metrics) is in use by another program`);
    expect(JSON.stringify(json)).not.toMatch(/stop (that|the)/);
  });

  it('misses no data folder where the databases are elsewhere', async () => {
    const free = { PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', METRICS_PORT: '0' };
    const environment = { DATABASE_URL: 'postgres://lyceum:x@db.example/', ...free };
    const { stdout } = await runCli(['doctor'], { environment });
    expect(stdout).not.toMatch(/DATA_DIR|\.data|embedded/);
  });

  it('exits with 1 and prints a command for each fault', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const environment = {
      DATA_DIR: folder,
      PORT: String(port),
      GRPC_PORT: '0',
      CONNECT_PORT: '0',
      METRICS_PORT: 'many',
    };
    const { code, json } = await runCli(['doctor', '--json'], { environment });
    server.close();
    expect([code, json.ok]).toEqual([1, false]);
    const wrong = new Map(wrongOf(json.findings).map((finding) => [finding.thing, finding]));
    expect(wrong.get('port PORT')).toMatchObject({
      detail: `${port} (HTTP) is in use by another program; ss -ltnp 'sport = :${port}' shows which`,
      remedy: expect.stringMatching(/^export PORT=0 /),
    });
    expect(wrong.get('environment METRICS_PORT')?.detail).toBe('METRICS_PORT must be an integer from 0 to 65535');
    expect(wrong.size).toBe(2);
  });
});

describe('the NATS server that the environment names', () => {
  it('has its version printed, with a warning if it is old', async () => {
    const nats = await TestNats.start();
    const [finding] = await natsFindings({ NATS_URL: nats.url });
    await nats.remove();
    const version = await programVersion(await findNatsServer(process.env));
    expect(finding).toEqual(natsVersionFinding(version));
    expect(natsVersionFinding('2.11.16')).toEqual({ thing: 'NATS version', state: 'ok', detail: '2.11.16' });
    expect(natsVersionFinding('2.9.10')).toEqual({
      thing: 'NATS version',
      state: 'warning',
      detail: '2.9.10 has known vulnerabilities',
      remedy: 'install 2.11.16 or later, 2.12.7 or later of 2.12',
    });
  });

  it('is not looked for without NATS_URL, and no fault if it does not answer', async () => {
    expect(await natsFindings({})).toEqual([]);
    expect(await natsFindings({ NATS_URL: 'nats://127.0.0.1:1' })).toMatchObject([{ state: 'none' }]);
  });
});

describe('the environment', () => {
  it.each([
    [{ DATABSE_URL: 'x' }, 'DATABSE_URL', 'export DATABASE_URL="$DATABSE_URL"; unset DATABSE_URL'],
    [{ IDENTITY_KEYS_FILES: 'x' }, 'IDENTITY_KEYS_FILES', 'export IDENTITY_KEYS_FILE='],
    [{ LYCEUM_ADDRESS: 'x' }, 'LYCEUM_ADDRESS', 'unset LYCEUM_ADDRESS'],
    [{ NATS_URL: 'http://nats' }, 'NATS_URL', 'export NATS_URL=…'],
    [{ DIRECTORY_DATABASE_URL: 'mysql://x' }, 'DIRECTORY_DATABASE_URL', 'export DIRECTORY_DATABASE_URL=…'],
    [{ CURSOR_KEYS_FILE: '/nowhere' }, 'CURSOR_KEYS', 'export CURSOR_KEYS=…'],
    [{ EVENT_RETENTION_DAYS: '0' }, 'EVENT_RETENTION_DAYS', 'export EVENT_RETENTION_DAYS=…'],
  ])('%j is reported with a remedy', (environment, name, remedy) => {
    const [finding, ...others] = environmentFindings(environment);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ thing: `environment ${name}`, state: 'wrong' });
    expect(finding?.remedy).toContain(remedy);
  });

  it('variables of other programs are ignored', () => {
    const environment = {
      PATH: '/bin',
      HOSTNAME: 'pod',
      NODE_OPTIONS: 'x',
      DIRECTORY_SERVICE_HOST: '10.0.0.1',
      GRPC_TRACE: 'all',
    };
    expect(wrongOf(environmentFindings({ ...environment, LOG_LEVEL: 'info', PORT: '8080' }))).toEqual([]);
  });

  it('does not print secrets', () => {
    const found = environmentFindings({ DATABASE_URL: 'mysql://lyceum:very-secret@db', CURSOR_KEYS: 'very-secret' });
    expect(wrongOf(found)).toHaveLength(2);
    expect(JSON.stringify(found)).not.toContain('very-secret');
  });
});

describe('packages', () => {
  it('are reported if missing or of a wrong version', async () => {
    const modules = pathToFileURL(`${folder}/`);
    const [, packages, postgres] = await packageFindings(modules, true);
    expect(packages).toMatchObject({ state: 'wrong', remedy: 'npm ci' });
    expect(postgres).toMatchObject({ thing: 'PostgreSQL', state: 'wrong' });

    const { dependencies } = (await import('../../package.json', { with: { type: 'json' } })).default;
    for (const [name, version] of Object.entries(dependencies)) {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'package.json'), JSON.stringify({ version }));
    }
    expect((await packageFindings(modules, false))[1]).toMatchObject({ state: 'ok' });
    await writeFile(join(folder, 'fastify', 'package.json'), '{"version": "1.0.0"}');
    expect((await packageFindings(modules, false))[1]?.detail).toBe('missing or wrong version: fastify');
  });
});

describe('the data folder', () => {
  const ended = async () => {
    const child = spawn(process.execPath, ['--version']);
    await new Promise((resolve) => child.once('exit', resolve));
    return child.pid ?? 0;
  };
  const thing = async (name: string) => (await dataDirectoryFindings(folder)).find(({ thing }) => thing === name);

  it('is reported as in use while a platform runs', async () => {
    await recordOwner(process.pid);
    expect(await thing('earlier runs')).toMatchObject({ state: 'ok' });
  });

  it('shows leftovers of an earlier run', async () => {
    await recordOwner(await ended());
    expect(await thing('earlier runs')).toMatchObject({ state: 'ok' });
    await writeFile(join(folder, 'postgresql', 'cluster', 'postmaster.pid'), `${process.pid}\n/x\n`);
    expect(await thing('earlier runs')).toMatchObject({
      state: 'wrong',
      detail: `PostgreSQL (process ${process.pid}) still running`,
    });
    await rm(join(folder, 'postgresql', 'cluster', 'postmaster.pid'));
    await mkdir(join(folder, 'postgresql', 'cluster.new-x'));
    expect(await thing('earlier runs')).toMatchObject({ state: 'wrong', detail: 'a first start was interrupted' });
  });

  it('needs the password of its database', async () => {
    await recordOwner(await ended());
    await rm(join(folder, 'postgresql', 'password'));
    expect(await thing('database files')).toMatchObject({
      state: 'wrong',
      detail: 'the database exists, but its password is missing',
    });
  });
});
