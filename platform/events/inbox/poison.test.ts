import { fromBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { callOperation } from '../../../test/support/probe/call-operation.ts';
import { startProbe } from '../../../test/support/probe/start-probe.ts';
import { event } from '../../core/event.ts';
import { command } from '../../handler/command.ts';
import { consume } from '../../handler/consume.ts';
import { silentLogger } from '../../observability/log.ts';
import type { EventBus } from '../bus.ts';
import { InProcessBus } from '../in-process-bus.ts';
import { JetStreamBus } from '../jetstream-bus.ts';
import { NatsLink } from '../nats/nats-link.ts';

let nats: TestNats;
let link: NatsLink;
beforeAll(async () => {
  nats = await TestNats.start();
  link = await NatsLink.open({ url: nats.url, name: 'test', log: silentLogger });
});
afterAll(async () => {
  await link.close();
  await nats.remove();
});

it.each<[string, () => EventBus]>([
  ['in process', () => new InProcessBus(silentLogger)],
  ['JetStream', () => new JetStreamBus({ link, log: silentLogger })],
])(
  '%s: one event that cannot be handled delays the others only briefly, and is handled once its cause is removed',
  async (_, newBus) => {
    const bus = newBus();
    const types = [IntegrationCreatedSchema.typeName];
    await nats.declare({ name: 'probe.poisoned', types, isInBatches: true });
    const [source, target] = await Promise.all([startProbe(), startProbe()]);
    let isFixed = false;
    const handled: string[] = [];
    const consumer = consume('poisoned', types, {
      async run(_tx, envelopes) {
        const ids = envelopes.map(({ payload }) => fromBinary(IntegrationCreatedSchema, payload).integrationId);
        if (ids.includes('poison') && !isFixed) throw new Error('cannot be');
        handled.push(...ids);
        return [];
      },
    });
    const sender = source.service({}, { bus });
    const receiver = target.service({ consumers: [consumer] }, { bus });
    await Promise.all([receiver.start(), sender.start()]);
    const integrations = ['poison', 'a', 'b', 'c'];
    const events = integrations.map((integrationId) =>
      event(IntegrationCreatedSchema, integrationId, { integrationId }),
    );
    const publish = command(UserService.method.createUser, { run: async () => ({ response: {}, events }) });
    await callOperation(sender, publish, { user: { email: 'a@x.example' } });

    await vi.waitFor(async () => expect(await receiver.countDeadLetters()).toEqual(new Map([['poisoned', 1]])), 20_000);
    await vi.waitFor(() => expect(handled.toSorted()).toEqual(['a', 'b', 'c']), 20_000);
    await vi.waitFor(
      async () => expect(await source.sql('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]),
      20_000,
    );
    isFixed = true;
    await target.sql('UPDATE dead_letters SET replay_at = now()');
    await vi.waitFor(() => expect(handled.at(-1)).toBe('poison'), 20_000);
    await vi.waitFor(async () => expect(await receiver.countDeadLetters()).toEqual(new Map()), 20_000);
    await Promise.all([source.stop(), target.stop()]);
    await bus.close();
  },
);
