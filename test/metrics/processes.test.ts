import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { alerts, recordings } from '../../proofs/alerts/rules.ts';
import { TestNats } from '../support/nats/nats-server.ts';
import { Operator } from '../support/operator.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { type Program, projectRoot } from '../support/process/program.ts';
import { portOf, spawnGateway, spawnService } from '../support/process/service-process.ts';
import { readPromql } from '../support/promql.ts';
import { Scrape } from '../support/scrape.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestScope } from '../support/test-scope.ts';

const scope = new TestScope();
let nats: TestNats;
let databases: TestDatabases;
let urls: { directory: string; gateway: string };
let client: TestClient;
/** All metrics of directory, webhooks and the gateway together. */
let shown: { families: Scrape['families']; labels: Map<string, Set<string>> };

beforeAll(async () => {
  nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
    'directory',
    'identity',
    'webhooks',
  ]);
  scope.onClear(() => databases.drop());
  const address = { service: 'directory', databaseUrl: databases.url('directory') };
  const directory = scope.run(spawnService(address, new Map(), { NATS_URL: nats.urlOf('directory') }));
  const webhooks = scope.run(
    spawnService({ service: 'webhooks', databaseUrl: databases.url('webhooks') }, new Map(), {
      NATS_URL: nats.urlOf('webhooks'),
    }),
  );
  const port = await portOf(directory);
  // Only directory and identity are called here: nothing listens at the others' addresses.
  const others = ['scheduling', 'curricula', 'locations', 'timetracking', 'webhooks', 'activity'].map(
    (name) => [name, 1] as const,
  );
  const ports = new Map([...others, ['directory', port]]);
  const identity = spawnService({ service: 'identity', databaseUrl: databases.url('identity') }, ports, {
    NATS_URL: nats.urlOf('identity'),
    // Without a mail server nothing of it is counted.
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'lyceum@example.org' },
  });
  ports.set('identity', await portOf(scope.run(identity)));
  // Without one, its metric has no value.
  await query(databases.url('identity'), "INSERT INTO backup_proofs (proven_at) VALUES ('2026-10-04T00:00:00Z')");
  const gateway = scope.run(spawnGateway(ports, { NATS_URL: nats.urlOf('gateway') }));
  const url = `http://127.0.0.1:${await portOf(gateway)}`;
  urls = { directory: await metricsOf(directory), gateway: await metricsOf(gateway) };
  const operator = new Operator(ports);
  scope.onClear(async () => operator.close());
  client = await operator.newClient(await operator.newInstitution('school'), url);
  await client.get('/users');
  const scrapes = await Promise.all(
    [urls.directory, urls.gateway, await metricsOf(webhooks), await metricsOf(identity)].map((each) => Scrape.of(each)),
  );
  const labels = new Map<string, Set<string>>();
  for (const { name, labels: own } of scrapes.flatMap(({ samples }) => samples))
    labels.set(name, new Set([...(labels.get(name) ?? []), ...Object.keys(own)]));
  shown = { families: new Map(scrapes.flatMap(({ families }) => [...families])), labels };
});
afterAll(() => scope.clear());

async function metricsOf(program: Program): Promise<string> {
  return `http://127.0.0.1:${(await program.waitForOutput(/"metricsPort":(\d+)/))[1]}/metrics`;
}

const read = (path: string) => readFile(`${projectRoot}${path}`, 'utf8');

describe('separate processes', () => {
  it('show their build, and the calls between them', async () => {
    const [directory, gateway] = await Promise.all([Scrape.of(urls.directory), Scrape.of(urls.gateway)]);
    expect(directory.value('lyceum_ready', { service: 'directory' })).toBe(1);
    // Its other services are missing.
    expect(gateway.value('lyceum_ready', { service: 'gateway' })).toBe(0);
    const link = { service: 'gateway', target: 'directory' };
    expect(gateway.value('lyceum_rpc_client_addresses', { ...link, state: 'live' })).toBe(1);
    expect(gateway.value('lyceum_rpc_client_retries_total', link)).toBe(0);
    for (const [scrape, service] of [
      [directory, 'directory'],
      [gateway, 'gateway'],
    ] as const) {
      expect(scrape.value('lyceum_nats_connected', { service })).toBe(1);
      const used = scrape.value('process_resident_memory_bytes') ?? 0;
      expect(used).toBeGreaterThan(10_000_000);
      expect(scrape.value('lyceum_memory_limit_bytes')).toBeGreaterThan(used);
      expect(scrape.value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    }
    for (let n = 0; n < 3; n++) await client.get(`/users/${randomUUID()}`);
    const after = await Scrape.until('the three requests', urls.gateway, (scrape) => {
      const growth = scrape.growthSince(gateway, 'lyceum_http_requests_total');
      return growth[' method=GET route=/api/v4/users/{id} status=404'] === 3;
    });
    expect(after.growthSince(gateway, 'lyceum_rpc_client_calls_total')).toMatchObject({
      ' code=NOT_FOUND method=UserService/GetUser service=gateway target=directory': 3,
    });
    const answered = (await Scrape.of(urls.directory)).growthSince(directory, 'lyceum_rpc_server_calls_total');
    expect(answered).toMatchObject({ ' code=NOT_FOUND method=UserService/GetUser service=directory': 3 });
  });

  it('do not start if the port is taken', async () => {
    const taken = new URL(urls.directory).port;
    const address = { service: 'directory', databaseUrl: databases.url('directory') };
    const second = scope.run(spawnService(address, new Map(), { METRICS_PORT: taken }));
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.stderr).toBe(
      `METRICS_PORT: port ${taken} is taken by another program. Set METRICS_PORT to another port, or to 0 for any free one.\n`,
    );
  });

  it('show that NATS is unavailable, and that the gateway counts locally', async () => {
    const before = await Scrape.of(urls.gateway);
    expect(before.value('lyceum_rate_limit_local')).toBe(0);
    await nats.end('SIGKILL');
    const unavailable = (scrape: Scrape) => scrape.value('lyceum_nats_connected', { service: 'gateway' }) === 0;
    await Scrape.until('NATS away', urls.gateway, unavailable);
    await client.get('/users');
    const after = await Scrape.of(urls.gateway);
    expect(after.value('lyceum_rate_limit_local')).toBe(1);
    expect(after.growthSince(before, 'lyceum_rate_limit_local_decisions_total')).toEqual({ '': 1 });
    await nats.start();
    await Scrape.until('NATS back', urls.gateway, (scrape) => scrape.value('lyceum_rate_limit_local') === 0);
  });
});

const recorded = new Set(recordings.map(({ record }) => record));
/** Exported by CloudNativePG and its plugin. */
const OF_POSTGRES = /^(cnpg|barman_cloud_cloudnative_pg_io)_/;

/** Finds the names in an expression that no metric has, and no rule records. */
function findUnknown(expression: string): string[] {
  const { metrics, labels } = readPromql(expression);
  const unknown = metrics.filter((name) => {
    const base = name.replace(/_(bucket|sum|count)$/, '');
    if (name === 'up' || OF_POSTGRES.test(name) || recorded.has(name)) return false;
    return !shown.families.has(name) && shown.families.get(base)?.type !== 'histogram';
  });
  // Labels Prometheus adds, labels of buckets, and labels of the metrics themselves.
  const known = new Set([
    ...['job', 'instance', 'cnpg_io_cluster', 'le', 'reason', 'consumer'],
    ...[...shown.labels.values()].flatMap((own) => [...own]),
  ]);
  return [...unknown, ...labels.filter((label) => !known.has(label))];
}

describe('documents', () => {
  it('docs/observability.md lists exactly the metrics of Lyceum that are exported, as they are exported', async () => {
    const rows = [
      ...(await read('docs/observability.md')).matchAll(/^\| `(lyceum_\w+)` \| (\w+) \| ([^|]*) \| ([^|]*) \|$/gm),
    ];
    const listed = Object.fromEntries(rows.map(([, name, type, , help]) => [name, { type, help }]));
    const own = [...shown.families].filter(([name]) => name.startsWith('lyceum_'));
    expect(listed).toEqual(Object.fromEntries(own));
    for (const [, name = '', , labels = ''] of rows) {
      const seen = shown.labels.get(name);
      if (seen) expect([...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).sort()).toEqual([...seen].sort());
    }
  });

  it('the text around its tables also names exported metrics only', async () => {
    const text = await read('docs/observability.md');
    const named = [...text.matchAll(/`((?:process|nodejs|lyceum)_[a-z0-9_]+)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !shown.families.has(name))).toEqual([]);
  });

  it('every rule uses exported metrics', () => {
    for (const { record, expr } of recordings) expect([record, findUnknown(expr)]).toEqual([record, []]);
    for (const { alert, expr } of alerts) expect([alert, findUnknown(expr)]).toEqual([alert, []]);
  });

  it('every alert has a severity and a summary', () => {
    for (const { labels, annotations } of alerts) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\.$/);
    }
  });

  it('every alert has its entry in the runbook, and every entry an alert', async () => {
    const entries = [...(await read('docs/runbook.md')).matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
    expect(entries.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toBe(`https://api.lyceum.example/docs/operate/runbook#${alert.toLowerCase()}`);
  });

  it('every entry has a remedy', async () => {
    for (const [, name = '', entry = ''] of `${await read('docs/runbook.md')}\n##`.matchAll(
      /^### (\w+)\n(.*?)(?=^##)/gms,
    ))
      expect([name, entry]).toEqual([name, expect.stringContaining('**What to do**: ')]);
  });

  it('every panel of the dashboard uses exported metrics, and every metric of Lyceum has a panel', async () => {
    const dashboard = JSON.parse(await read('deploy/monitoring/dashboard.json'));
    expect(dashboard).toMatchObject({ uid: 'lyceum-overview', title: 'Lyceum', schemaVersion: expect.any(Number) });
    const ids = dashboard.panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const queried = new Set<string>();
    for (const { type, title, targets = [] } of dashboard.panels) {
      if (type === 'row') continue;
      expect(targets.length).toBeGreaterThan(0);
      for (const { expr } of targets) {
        expect([title, findUnknown(expr)]).toEqual([title, []]);
        for (const name of readPromql(expr).metrics) queried.add(name.replace(/_(bucket|sum|count)$/, ''));
      }
    }
    const own = [...shown.families.keys()].filter((name) => name.startsWith('lyceum_'));
    expect(own.filter((name) => !queried.has(name))).toEqual([]);
  });

  it('an expression with an unknown metric is found', () => {
    expect(findUnknown('sum by (gone) (lyceum_gone{lost="1"}) > up')).toEqual(['lyceum_gone', 'gone', 'lost']);
  });
});
