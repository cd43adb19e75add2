import { afterAll, beforeAll, expect, it } from 'vitest';
import { UserCreatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { command } from '../command.ts';
import { consume } from '../consume.ts';
import { event } from '../events/event.ts';
import { systemIds } from '../ids.ts';
import { silentLogger } from '../log.ts';
import { present } from '../present.ts';
import { callOperation } from './probe/call-operation.ts';
import { probe } from './probe/probe.ts';
import { type Probe, startProbe } from './probe/start-probe.ts';
import { System } from './system.ts';
import { testKeys } from './test-identities.ts';

let source: Probe;
let target: Probe;
beforeAll(async () => {
  [source, target] = await Promise.all([startProbe(), startProbe()]);
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

it('an event that was told right before the stop reaches the other services', async () => {
  const heard: string[] = [];
  const consumer = consume('test', UserCreatedSchema, async (_, { userId }) => {
    heard.push(userId);
    return {};
  });
  const system = new System({
    services: [
      { ...probe, name: 'source' },
      { ...probe, name: 'target', consumers: [consumer] },
    ],
    databaseUrl: (service) => (service === 'source' ? source : target).databaseUrl,
    clock: source.clock,
    ids: systemIds,
    log: silentLogger,
    identityKeys: testKeys,
    grpcAddress: '127.0.0.1:0',
    transport: 'direct',
  });
  await system.start();
  const told = event(UserCreatedSchema, 'a', { userId: 'u' });
  const tell = command(UserService.method.createUser, { run: async () => ({ response: {}, events: [told] }) });
  await callOperation(present(system.services[0], 'source'), tell, { email: 'a@x.example' });
  await system.stop();
  expect(heard).toEqual(['u']);
  expect(await source.sql('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]);
});
