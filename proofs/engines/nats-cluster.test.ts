import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { findClusterNats } from '../../test/support/nats/find-cluster-nats.ts';
import { TestNatsCluster } from '../../test/support/nats/nats-cluster.ts';
import { Operator } from '../../test/support/operator.ts';
import { newUser } from '../../test/support/test-directory.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';
import { UserServer } from '../../test/support/user-server.ts';
import { readOutboxes, readWaiting } from '../faults/audit/evidence.ts';
import { readStream } from '../faults/audit/stream.ts';
import { Fleet } from '../faults/fleet/fleet.ts';
import { GATEWAYS, SERVICES, type Service } from '../faults/fleet/parts.ts';

const RECOVERY_MS = 60_000;
const program = await findClusterNats();
if (program === undefined) process.stderr.write('No first start is tried (SKIPPED): there is no NATS for clusters.\n');

describe.skipIf(program === undefined)('a first start with two of three NATS servers', () => {
  const scope = new TestScope();
  let nats: TestNatsCluster;
  let platform: Fleet;
  const databaseUrl = (service: Service) => platform.databaseUrl(service);
  beforeAll(async () => {
    nats = await TestNatsCluster.start({ program: program ?? '', users: natsUsers, up: 2 });
    scope.onClear(() => nats.remove());
    const postgres = await UserServer.start();
    scope.onClear(() => postgres.stop());
    await postgres.ensureDatabases([...SERVICES]);
    const twoOfThree = async () => ({
      databaseUrl: (service: Service) => postgres.url(service),
      databaseOf: (service: Service) => ({ databaseUrl: postgres.url(service) }),
      natsUrl: (user: string) => nats.urlOf(user),
      natsCa: nats.ca,
    });
    platform = await Fleet.start(scope, { layout: twoOfThree, hasProxies: false, gateway: {} });
  });
  afterAll(() => scope.clear());

  it('is refused for the stream, by a reason that says what to do', async () => {
    // Until the two have agreed on who leads, they do not answer.
    const refused = () =>
      expect(nats.provisionOnce()).rejects.toThrow(/fewer servers than the 3 that NATS_REPLICAS requires/);
    await vi.waitFor(refused, { timeout: RECOVERY_MS, interval: 100 });
  });

  it('serves requests; each process says why events and counts do not go through', async () => {
    const operator = new Operator(platform.ports);
    const client = await operator.newClient(await operator.newInstitution('school'), platform.urls[0] ?? '');
    operator.close();
    await newUser(client);
    expect((await readWaiting(databaseUrl)).size).toBeGreaterThan(0);
    const reason = (of: string) => new RegExp(`${of}.*: it is not provisioned,.* too few of its servers are running`);
    await platform.program('gateway-1').waitForOutput(reason('LYCEUM_RATES'));
    await platform.program('directory').waitForOutput(reason('LYCEUM_EVENTS'));
    expect(platform.program('directory').stdout).not.toMatch(/NATS is unavailable/);
  });

  it('succeeds when the third has joined and the stream is declared: nothing restarts, and all is delivered', async () => {
    await nats.members[2]?.start();
    await nats.provision();
    for (const name of GATEWAYS) await platform.program(name).waitForOutput(/"event":"rate_limit_shared"/);
    await until('empty outboxes', async () => (await readWaiting(databaseUrl)).size === 0, RECOVERY_MS);
    const streamed = (await readStream(nats.addressOf(ADMIN))).map(({ id }) => id);
    const published = (await readOutboxes(databaseUrl)).map(({ id }) => id);
    expect(streamed.toSorted()).toEqual(published.toSorted());
  });
});
