import { expect, it } from 'vitest';
import { findFreePort } from '../libraries/embedded-postgres/index.ts';
import { ProcessPlan } from './process-plan.ts';

it('gives no port to two processes, however near the first ones are', async () => {
  const first = await findFreePort(null);
  const services = ['directory', 'identity', 'scheduling'];
  const plan = await ProcessPlan.make({
    services,
    firstGrpcPort: first,
    firstConnectPort: first + 1,
    firstMetricsPort: first + 2,
    gatewayPort: first,
    consolePort: first + 1,
    host: '127.0.0.1',
    nats: { urlOf: () => '', operatorUrlFile: '' },
    erasureJournal: '/data/erasures.jsonl',
    cursorKeys: undefined,
    identityKeys: undefined,
    secretKeys: {},
    identityPublicKeys: '',
    databaseUrl: () => '',
    directDatabaseUrl: () => undefined,
    loopback: '127.0.0.1',
    environment: {},
  });
  const ports = [...services, 'gateway', 'console'].flatMap((name) =>
    Object.values(plan.listensAt(name)).flatMap((address) => /:(\d+)/.exec(address)?.[1] ?? []),
  );
  expect(ports).toHaveLength(3 * 3 + 2 * 2);
  expect(new Set(ports).size).toBe(ports.length);
});
