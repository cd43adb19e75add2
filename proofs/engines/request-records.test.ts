import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Call } from '../../platform/calls/caller.ts';
import { RequestService, UsageInterval } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { Operator } from '../../test/support/operator.ts';
import type { TestClient } from '../../test/support/test-client.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { until } from '../../test/support/until.ts';
import { Fleet } from '../faults/fleet/fleet.ts';
import { singleServers } from '../faults/fleet/layouts.ts';
import { isReady } from '../faults/fleet/platform.ts';

/** Requests of a client, as it has counted them itself: by hundreds of the status, and those with 429. */
class Counted {
  readonly client: TestClient;
  readonly byClass = new Map<number, number>();
  rateLimited = 0;

  constructor(client: TestClient) {
    this.client = client;
  }

  get total(): number {
    return [...this.byClass.values()].reduce((sum, count) => sum + count, 0);
  }

  async send(url: string, path: string): Promise<void> {
    const { status, body } = await fetch(`${url}/api/v4${path}`, {
      headers: { authorization: this.client.authorization },
    });
    await body?.cancel();
    const statusClass = Math.floor(status / 100);
    this.byClass.set(statusClass, (this.byClass.get(statusClass) ?? 0) + 1);
    if (status === 429) this.rateLimited += 1;
  }
}

/** Half of them fail; each client exceeds its limit in a run of all. */
const PATHS = ['/users?limit=1', '/users/00000000-0000-4000-8000-000000000000'];
const CLIENTS = 64;
const AT_ONCE = 32;

/** Sends requests of all clients to all gateways in turn. @param more of each path */
async function send(count: number, urls: readonly string[], all: readonly Counted[], more = ''): Promise<void> {
  let next = 0;
  const sender = async () => {
    for (let n = next++; n < count; n = next++) {
      const path = `${PATHS[Math.floor(n / 7) % PATHS.length]}`;
      await all[n % all.length]?.send(
        urls[Math.floor(n / 3) % urls.length] ?? '',
        more === '' ? path : `/users?${more}`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

/** What activity has counted of a client, altogether. */
async function usageOf(activity: Call, now: number, integrationId: string) {
  const [from, to] = [-1, 1].map((days) => new Date(now + days * 86_400_000).toISOString());
  const { usage } = await activity(RequestService.method.getUsage, {
    ...{ integrationId, from: from ?? '', to: to ?? '', interval: UsageInterval.HOUR },
  });
  const sum = (count: (each: (typeof usage)[number]) => bigint) =>
    Number(usage.reduce((all, each) => all + count(each), 0n));
  return {
    requests: sum(({ requests }) => requests),
    byClass: [sum((u) => u.success), sum((u) => u.redirection), sum((u) => u.clientError), sum((u) => u.serverError)],
    rateLimited: sum(({ rateLimited }) => rateLimited),
    lost: sum(({ lost }) => lost),
  };
}

interface Calls {
  readonly call: Call;
  /** The platform's clock, in epoch milliseconds. */
  readonly now: number;
}

/**
 * Waits until activity knows of all requests, and compares it with what the clients have counted. Returns how many were
 * lost.
 */
async function expectExact({ call, now }: Calls, all: readonly Counted[]): Promise<number> {
  const { integrations } = await call(IntegrationService.method.listIntegrations, {});
  const idOf = new Map(integrations.map(({ clientId, id }) => [clientId, id]));
  const usages = () => Promise.all(all.map(({ client }) => usageOf(call, now, idOf.get(client.clientId) ?? '')));
  const sent = all.reduce((sum, { total }) => sum + total, 0);
  await until('all records', async () => {
    // Activity may have just been started again: not every connection is there at once.
    const known = (await usages().catch(() => [])).reduce((sum, { requests, lost }) => sum + requests + lost, 0);
    expect(known).toBeLessThanOrEqual(sent);
    return known === sent;
  });
  const found = await usages();
  for (const [n, counted] of all.entries()) {
    const usage = found[n];
    expect((usage?.requests ?? 0) + (usage?.lost ?? 0)).toBe(counted.total);
    if (usage?.lost !== 0) continue;
    expect(usage).toMatchObject({
      byClass: [2, 3, 4, 5].map((statusClass) => counted.byClass.get(statusClass) ?? 0),
      rateLimited: counted.rateLimited,
    });
  }
  return found.reduce((sum, { lost }) => sum + lost, 0);
}

describe('100,000 requests are counted exactly', { timeout: 900_000 }, () => {
  it('by one process', async () => {
    const system = await TestSystem.start({ platform: 'own' });
    onTestFinished(() => system.stop());
    const { id } = await system.newInstitution();
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => system.newClient(id)));
    const all = clients.map((client) => new Counted(client));
    await send(100_000, [system.url], all);
    expect(await expectExact({ call: system.operator(id), now: system.clock.now() }, all)).toBe(0);
  });

  it('by two gateways, though activity is killed; what is lost is told', async () => {
    const scope = new TestScope();
    onTestFinished(() => scope.clear());
    const fleet = await Fleet.start(scope, { layout: singleServers, hasProxies: false, gateway: {} });
    await until('/readyz with 200', () => isReady(fleet.urls));
    const newOperator = () => {
      const operator = new Operator(fleet.ports);
      scope.onClear(async () => operator.close());
      return operator;
    };
    const operator = newOperator();
    const id = await operator.newInstitution('school');
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, () => operator.newClient(id, fleet.urls[0] ?? '')),
    );
    const all = clients.map((client) => new Counted(client));
    // By new connections: the former ones are to a process that was killed.
    const exact = () => expectExact({ call: newOperator().call(id), now: Date.now() }, all);

    const sent = send(50_000, fleet.urls, all);
    for (let n = 0; n < 3; n++) {
      await setTimeout(2_000);
      await fleet.kill('activity');
      await setTimeout(1_000);
      await fleet.launch('activity');
    }
    await sent;
    expect(await exact()).toBe(0);

    // Each as long as a record may be: the gateways can keep less than half of them.
    await fleet.kill('activity');
    await send(50_000, fleet.urls, all, `email=${'x'.repeat(2_000)}`);
    await fleet.launch('activity');
    expect(await exact()).toBeGreaterThan(1_000);
  });
});
