import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../test/support/postgres/query.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { RULE_FILES, readRules } from '../../alerts/rules.ts';
import { Fleet } from '../../faults/fleet/fleet.ts';
import { singleServers } from '../../faults/fleet/layouts.ts';
import { isReady } from '../../faults/fleet/platform.ts';
import { openSchool } from '../../faults/fleet/school.ts';
import { Load } from './load.ts';
import { outages, type Site } from './outages.ts';
import { Prometheus } from './prometheus.ts';
import { scaleRules } from './scale-rules.ts';

const obstacle = spawnSync('prometheus', ['--version']).status === 0 ? '' : ' (SKIPPED: prometheus is not installed)';
if (obstacle) process.stderr.write(`No alert is seen firing${obstacle}.\n`);

describe.skipIf(obstacle !== '')(`a platform that Prometheus watches${obstacle}`, () => {
  const scope = new TestScope();
  let prometheus: Prometheus;
  let site: Site;
  const watchAll = () => prometheus.watch(site.fleet.metricsUrls);

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
    await fleet.startConsole();
    await query(fleet.databaseUrl('identity'), 'INSERT INTO backup_proofs (proven_at) VALUES (now())');
    const school = await openSchool(fleet);
    const receiver = await TestReceiver.start();
    scope.onClear(() => receiver.end());
    expect((await school.clients[0]?.post('/webhook-endpoints', { url: receiver.url }))?.status).toBe(201);
    const load = new Load(school, fleet.urls);
    scope.onClear(async () => load.end());
    site = { fleet, load, receiver };
    prometheus = await Prometheus.start(scope, RULE_FILES.everywhere.map(readRules).map(scaleRules));
    await watchAll();
    await until('two minutes of rules', async () => ((await prometheus.value('count_over_time(up[10s])')) ?? 0) > 5);
  });
  afterAll(() => scope.clear());

  /** Waits until no alert fires. */
  async function quiet(): Promise<void> {
    let firing: readonly unknown[] = [];
    const look = async () => {
      firing = await prometheus.firing();
      return firing.length === 0;
    };
    await until('no alert', look, QUIET_MS).catch(({ message }: Error) => {
      throw new Error(`${message}: ${JSON.stringify(firing)}`);
    });
  }

  it('fires no alert while it works', async () => {
    await until('the promises', async () => (await prometheus.value('lyceum:events_in_time:ratio30d')) !== undefined);
    expect(await prometheus.firing()).toEqual([]);
    expect(await prometheus.value('lyceum:availability:ratio30d')).toBe(1);
  });

  it.each(outages)('$name: $alerts', { timeout: FIRES_MS + 3 * QUIET_MS }, async ({ alerts, begin }) => {
    await quiet();
    const fired = new Set<string>();
    const look = async () => {
      for (const { alertname = '' } of await prometheus.firing()) fired.add(alertname);
      return alerts.every((name) => fired.has(name));
    };
    const end = await begin(site);
    try {
      await until(alerts.join(), look, FIRES_MS).catch(({ message }: Error) => {
        throw new Error(`${message}; these fired: ${[...fired].join(', ')}`);
      });
    } finally {
      await end();
      await watchAll();
    }
    await quiet();
  });
});

const FIRES_MS = 120_000;
/** Longer than the longest range of an alert that counts failures, an hour of the rules. */
const QUIET_MS = 150_000;
