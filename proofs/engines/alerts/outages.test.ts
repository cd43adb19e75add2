import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { query } from '../../../test/support/postgres/query.ts';
import type { Program } from '../../../test/support/process/program.ts';
import { portOf, spawnConsole } from '../../../test/support/process/service-process.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { RULE_FILES, readRules } from '../../alerts/rules.ts';
import { Fleet } from '../../faults/fleet/fleet.ts';
import { singleServers } from '../../faults/fleet/layouts.ts';
import { isReady } from '../../faults/fleet/platform.ts';
import { openSchool } from '../../faults/fleet/school.ts';
import { Load } from './load.ts';
import { outages } from './outages/all-outages.ts';
import type { Site } from './outages/outage.ts';
import { Prometheus } from './prometheus.ts';
import { scaleRules } from './scale-rules.ts';

const obstacle = spawnSync('prometheus', ['--version']).status === 0 ? '' : ' (SKIPPED: prometheus is not installed)';
if (obstacle) process.stderr.write(`No alert is seen firing${obstacle}.\n`);

describe.skipIf(obstacle !== '')(`a platform that Prometheus watches${obstacle}`, () => {
  const scope = new TestScope();
  let prometheus: Prometheus;
  let site: Site;
  let consoleUrl: string;
  const watchAll = () => prometheus.watch([...site.fleet.metricsUrls, consoleUrl]);

  beforeAll(async () => {
    const gateway = {
      MAX_EVENT_LOOP_DELAY_MS: '0',
      // Limits that one client, and a lock, reach within seconds.
      MAX_WRITTEN_MB_PER_DAY: '2',
      MAX_REQUESTS_IN_FLIGHT: '60',
      // Statements then reach their own limit.
      REQUEST_TIMEOUT_MS: '15000',
    };
    const fleet = await Fleet.start(scope, { layout: singleServers, hasProxies: false, gateway });
    await until('/readyz with 200', () => isReady(fleet.urls), 180_000);
    const port = await findFreePort(randomInt(20_000, 32_000));
    const console = scope.run(spawnConsole(fleet.ports, port, { PUBLIC_URL: fleet.urls[0] ?? '' }));
    await portOf(console);
    consoleUrl = metricsOf(console);
    await query(fleet.databaseUrl('identity'), 'INSERT INTO backup_proofs (proven_at) VALUES (now())');
    const school = await openSchool(fleet);
    const receiver = await TestReceiver.start();
    scope.onClear(() => receiver.end());
    const [client] = school.clients as [TestClient];
    expect((await client.post('/webhook-endpoints', { url: receiver.url })).status).toBe(201);
    const load = new Load(school, fleet.urls);
    scope.onClear(async () => load.end());
    site = { fleet, nats: fleet.on.nats, load, receiver };
    prometheus = await Prometheus.start(scope, RULE_FILES.everywhere.map(readRules).map(scaleRules));
    await watchAll();
    await until('two minutes of rules', async () => ((await prometheus.value('count_over_time(up[10s])')) ?? 0) > 5);
  });
  afterAll(() => scope.clear());

  const names = async () => new Set((await prometheus.firing()).map(({ alertname = '' }) => alertname));

  it('fires no alert while it works', async () => {
    await until('the promises', async () => (await prometheus.value('lyceum:events_in_time:ratio30d')) !== undefined);
    expect(await prometheus.firing()).toEqual([]);
    expect(await prometheus.value('lyceum:availability:ratio30d')).toBe(1);
  });

  it.each(outages)(
    '$name: $alerts',
    async ({ alerts, begin }) => {
      await until('no alert before', async () => (await prometheus.firing()).length === 0, QUIET_MS);
      const fired = new Set<string>();
      const end = await begin(site);
      try {
        await until(
          `${alerts.join(', ')}`,
          async () => {
            for (const name of await names()) fired.add(name);
            return alerts.every((name) => fired.has(name));
          },
          FIRES_MS,
        ).catch((error: Error) => {
          throw new Error(`${error.message}; these fired: ${[...fired].join(', ')}`);
        });
      } finally {
        await end();
        await watchAll();
      }
      await until('no alert afterwards', async () => (await prometheus.firing()).length === 0, QUIET_MS).catch(
        async (error: Error) => {
          throw new Error(`${error.message}: ${JSON.stringify(await prometheus.firing())}`);
        },
      );
    },
    FIRES_MS + 3 * QUIET_MS,
  );
});

function metricsOf({ stdout }: Program): string {
  return `http://127.0.0.1:${/"metricsPort":(\d+)/.exec(stdout)?.[1]}/metrics`;
}

const FIRES_MS = 120_000;
/** Longer than the longest range of an alert that counts failures, an hour of the rules. */
const QUIET_MS = 150_000;
