import { afterAll, beforeAll, expect, it } from 'vitest';
import { event } from '../platform/core/event.ts';
import { systemIds } from '../platform/core/ids.ts';
import { present } from '../platform/core/present.ts';
import { command } from '../platform/handler/command.ts';
import { consume } from '../platform/handler/consume.ts';
import { silentLogger } from '../platform/observability/log.ts';
import { UserService } from '../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../proto/gen/lyceum/identity/v1/events_pb.ts';
import { testKeys } from '../test/support/calls/test-identities.ts';
import { callOperation } from '../test/support/probe/call-operation.ts';
import { probe } from '../test/support/probe/probe.ts';
import { type Probe, startProbe } from '../test/support/probe/start-probe.ts';
import { System } from './system.ts';

const STUCK = new Error('its work does not stop');
let source: Probe;
let target: Probe;
beforeAll(async () => {
  [source, target] = await Promise.all([startProbe(), startProbe()]);
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

it('an event published right before the stop reaches the other services, whatever of one fails to stop', async () => {
  const received: string[] = [];
  const consumer = consume('test', [IntegrationCreatedSchema.typeName], {
    async run(_, envelopes) {
      received.push(...envelopes.map(({ aggregateId }) => aggregateId));
      return [];
    },
  });
  const system = new System({
    services: [
      { ...probe, name: 'source', work: () => ({ start: () => undefined, stop: async () => Promise.reject(STUCK) }) },
      { ...probe, name: 'target', consumers: [consumer] },
    ],
    databaseUrl: (service) => (service === 'source' ? source : target).databaseUrl,
    clock: source.clock,
    ids: systemIds,
    log: silentLogger,
    identityKeys: testKeys,
    grpcAddress: '127.0.0.1:0',
  });
  await system.start();
  const integrationCreated = event(IntegrationCreatedSchema, 'a', { integrationId: 'u' });
  const publish = command(UserService.method.createUser, {
    run: async () => ({ response: {}, events: [integrationCreated] }),
  });
  await callOperation(present(system.services[0], 'source'), publish, { user: { email: 'a@x.example' } });
  await expect(system.stop()).rejects.toThrow(STUCK.message);
  expect(received).toEqual(['a']);
  expect(await source.sql('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]);
});
