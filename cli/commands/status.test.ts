import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { isOldNats } from '../../deploy/nats/server-version.ts';
import { findNatsServer } from '../../dev/nats-server/find-nats-server.ts';
import { programVersion } from '../../dev/nats-server/program-version.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { Authority } from '../../test/support/calls/certificates.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import type { Finding } from '../checks/finding.ts';
import { SERVICES } from '../service-names.ts';

const [system, nats] = await Promise.all([TestSystem.start({ platform: 'own' }), TestNats.start(natsUsers)]);
const environment: Record<string, string> = {
  ...system.addresses,
  LYCEUM_URL: system.url,
  NATS_URL: nats.urlOf('operator'),
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)])),
};

afterAll(async () => {
  await system.stop();
  await nats.remove();
});

async function findings(more: Record<string, string> = {}): Promise<Map<string, Finding>> {
  const { json } = await runCli(['status', '--json'], { environment: { ...environment, ...more } });
  return new Map(json.findings.map((finding: Finding) => [finding.thing, finding]));
}

describe('status', () => {
  it('prints a line for each part of a healthy platform', async () => {
    const { code, stdout, stderr } = await runCli(['status'], { environment });
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    const isWarned = isOldNats(await programVersion(await findNatsServer(process.env)));
    expect(lines).toHaveLength(1 + 8 + 3 * 8 + 2 + 1 + Number(isWarned));
    expect(lines[0]).toBe(`ok     gateway                  ${system.url}: ready`);
    expect(lines[1]).toBe('ok     directory                serving');
    expect(stdout).toMatch(/^ok {5}migrations locations +all \d+ applied$/m);
    expect(stdout).toMatch(/^ok {5}NATS +\d+ events? stored$/m);
    expect(stdout).toMatch(
      isWarned
        ? /^warn {3}NATS version +\d\S+ has known vulnerabilities\n {7}install 2\.11\.16 or later, /m
        : /^ok {5}NATS version +\d\S+$/m,
    );
    expect(stdout).toMatch(/^- {6}certificates +none/m);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('does not advise to provision a NATS that does not answer', async () => {
    const found = (await findings({ NATS_URL: 'nats://127.0.0.1:1' })).get('NATS');
    expect(found).toEqual({ thing: 'NATS', state: 'wrong', detail: expect.any(String) });
  });

  it('reports missing migrations and dead letters with a remedy', async () => {
    const sql = (service: string, text: string) =>
      withClient({ connectionString: system.databases.url(service) }, (client) => client.query(text));
    const { rows } = await sql('locations', 'DELETE FROM migrations WHERE id = 1 RETURNING id, name, run_on');
    await sql(
      'webhooks',
      `INSERT INTO dead_letters (consumer, event_id, type, aggregate_id, occurred_at, envelope, attempts, error, failed_at, dead_since)
       VALUES ('feed', gen_random_uuid(), 'a', 'b', now(), '', 5, 'broken', now(), now())`,
    );
    const { code, stdout } = await runCli(['status'], { environment });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^WRONG {2}migrations locations +\d+ of \d+ applied\n {7}lyceum migrate$/m);
    expect(stdout).toMatch(/^WRONG {2}backlog webhooks .*\n {7}lyceum events dead-letters --service webhooks$/m);

    await sql('webhooks', 'DELETE FROM dead_letters');
    const [{ id, name, run_on: at }] = rows;
    await sql('locations', `INSERT INTO migrations VALUES (${id}, '${name}', '${at.toISOString()}')`);
    expect((await runCli(['status'], { environment })).code).toBe(0);
  });

  it('prints until when certificates are valid', async () => {
    const authority = new Authority('Test');
    const of = async (days: number) => {
      const { GRPC_TLS_CERT } = authority.issue('localhost', { days });
      const found = await findings({ NATS_TLS_CA: GRPC_TLS_CERT });
      return found.get('certificate NATS_TLS_CA');
    };
    expect(await of(30)).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^valid until .* GMT$/) });
    expect(await of(2)).toMatchObject({ state: 'wrong', detail: expect.stringMatching(/renew it$/) });
    expect(await of(-1)).toMatchObject({ state: 'wrong', detail: expect.stringMatching(/^expired on /) });
    authority.remove();
    expect((await findings({ NATS_TLS_CA: 'no PEM' })).get('certificate NATS_TLS_CA')).toMatchObject({
      state: 'wrong',
      detail: 'it contains no PEM certificate',
    });
  });

  it('reports missing variables', async () => {
    const { GRPC_URL: DIRECTORY_URL = '' }: Readonly<Record<string, string>> = system.addresses;
    const incomplete = {
      ...system.addresses,
      DIRECTORY_URL,
      LYCEUM_URL: system.url,
      DATA_DIR: '/nowhere',
      NODE_ENV: 'production',
    };
    const { code, json } = await runCli(['status', '--json'], { environment: incomplete });
    expect(code).toBe(1);
    const wrong = json.findings.filter(({ state }: Finding) => state === 'wrong');
    expect(wrong.map(({ thing }: Finding) => thing)).toEqual(['NATS']);
    expect(wrong[0].detail).toContain('NATS_URL is missing');
    const asked = { ...incomplete, LOCATIONS_DATABASE_URL: system.databases.url('locations') };
    const { json: some } = await runCli(['status', '--json'], { environment: asked });
    const { detail } = some.findings.find(({ thing }: Finding) => thing === 'databases');
    expect(detail).toContain('DATABASE_URL or DIRECTORY_DATABASE_URL is missing');
  });

  it('looks at no databases that it is not asked about, and at the gateway of PORT', async () => {
    const own = { ...system.addresses, PORT: String(system.port), DATA_DIR: '/nowhere' };
    const { code, stdout } = await runCli(['status'], { environment: own });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^- {6}databases {5}not asked: DATABASE_URL is not set here$/m);
    expect(stdout).toContain(`http://localhost:${system.port}: ready`);
  });

  it('misses no NATS of a production in one process, whose services are at one address', async () => {
    const found = (await findings({ NODE_ENV: 'production', NATS_URL: '' })).get('NATS');
    expect(found).toMatchObject({ state: 'none', detail: expect.stringMatching(/one process does not need NATS$/) });
  });
});

describe('a part that does not answer', () => {
  let silent: Server;
  let port: number;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    ({ port } = silent.address() as { port: number });
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('is waited for only a few seconds', async () => {
    const address = `127.0.0.1:${port}`;
    const { code, json } = await runCli(['status', '--json'], {
      environment: {
        GRPC_URL: address,
        LYCEUM_URL: `http://${address}`,
        DATABASE_URL: `postgres://lyceum:very-secret@${address}`,
        NATS_URL: `nats://operator:very-secret@${address}`,
      },
    });
    expect(code).toBe(1);
    const right = json.findings.filter(({ state }: Finding) => state !== 'wrong');
    expect(right.map(({ thing }: Finding) => thing)).toEqual(['certificates']);
    expect(JSON.stringify(json)).not.toContain('very-secret');
  });
});
