import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Subscription } from '../../../platform/events/bus.ts';
import type { JetStreamBus } from '../../../platform/events/jetstream-bus.ts';
import type { NatsLink } from '../../../platform/events/nats/nats-link.ts';
import { always, held, newEnvelope, TEST_EVENT } from '../../../test/support/nats/events.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { newTestBus } from '../../../test/support/nats/nats-users.ts';

let nats: TestNats;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  nats = await TestNats.start();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => nats.remove());

interface Bench {
  readonly bus: JetStreamBus;
  readonly link: NatsLink;
}

async function newBus(): Promise<Bench> {
  const bench = await newTestBus(nats.url);
  ends.push(bench.close);
  return bench;
}

function subscriptionOf(name: string): Subscription & { received: string[] } {
  const received: string[] = [];
  return {
    received,
    name,
    types: [`${TEST_EVENT}${name}`],
    lock: held,
    async handle(events) {
      received.push(...idsOf(events));
      return new Set(idsOf(events));
    },
  };
}

function listenerTo({ name, types }: Subscription) {
  const received: string[] = [];
  return {
    received,
    name,
    types,
    handle: async ({ id }: { readonly id: string }) => void received.push(id),
    missed: vi.fn(),
  };
}

const declare = (subscriber: Subscription) => nats.declare({ ...subscriber, isInBatches: true });
const newEvents = ({ types: [type = ''] }: Subscription, count = 1) =>
  Array.from({ length: count }, () => newEnvelope({ type }));
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);
const eventually = (assert: () => void | Promise<void>) => vi.waitFor(assert, { timeout: 30_000, interval: 20 });
/** Publishes until all events are accepted, like the relay. */
const publish = ({ bus }: Bench, events: ReturnType<typeof newEvents>) =>
  eventually(async () => expect((await bus.publish(events, always)).ids.size).toBe(events.length));

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'reconnects to a server restarted after %s, which has kept its events',
  async (signal) => {
    const subscriber = subscriptionOf(`end-${signal}`);
    const listener = listenerTo(subscriber);
    const [source, target] = [await newBus(), await newBus()];
    await declare(subscriber);
    await target.bus.subscribe(subscriber);
    await target.bus.listen(listener);
    const [before, during, after] = [newEvents(subscriber, 300), newEvents(subscriber, 3), newEvents(subscriber, 3)];
    await publish(source, before);
    await nats.end(signal);
    await eventually(() => expect(source.link.connection).toBeNull());
    const taken = await source.bus.publish(during, always);
    expect(taken).toMatchObject({ ids: new Set(), failure: { message: 'NATS is unavailable' }, isUnavailable: true });
    await nats.start();
    await publish(source, during);
    await publish(source, after);
    // A killed server may have lost the last acknowledgements: those events are delivered again, and the inbox detects
    // them.
    const once = () => [...new Set(subscriber.received)];
    await eventually(() => expect(once()).toEqual(idsOf([...before, ...during, ...after])));
    await eventually(() => expect(listener.missed).toHaveBeenCalled());
  },
);

it('connects to a server that starts later than the process', async () => {
  const subscriber = subscriptionOf('start');
  await declare(subscriber);
  await nats.end();
  const bench = await newBus();
  await bench.bus.subscribe(subscriber);
  const listener = listenerTo(subscriber);
  await bench.bus.listen(listener);
  const events = newEvents(subscriber, 2);
  expect((await bench.bus.publish(events, always)).ids.size).toBe(0);
  await nats.start();
  await publish(bench, events);
  await eventually(() => expect(subscriber.received).toEqual(idsOf(events)));
  await eventually(() => expect(listener.received).toEqual(idsOf(events)));
});

it('a server that hangs accepts nothing, and an event that it has accepted all the same is not duplicated', async () => {
  const [source, target] = [await newBus(), await newBus()];
  const subscriber = subscriptionOf('hang');
  await declare(subscriber);
  await target.bus.subscribe(subscriber);
  const events = newEvents(subscriber, 3);
  await publish(source, newEvents(subscriptionOf('other')));
  await nats.pause();
  const taken = await source.bus.publish(events, always).finally(() => nats.resume());
  expect(taken.ids.size).toBe(0);
  await publish(source, events);
  const last = newEvents(subscriber);
  await publish(source, last);
  await eventually(() => expect(subscriber.received.at(-1)).toBe(last[0]?.id));
  expect(subscriber.received).toEqual(idsOf([...events, ...last]));
});

it('an event whose handler dies before acknowledging is delivered to another process', async () => {
  const [source, dying, other] = [await newBus(), await newBus(), await newBus()];
  const died = subscriptionOf('crash');
  await declare(died);
  await dying.bus.subscribe({
    ...died,
    async handle(events) {
      // From now on, nothing that it sends is received.
      await dying.link.close();
      return died.handle(events);
    },
  });
  const events = newEvents(died, 3);
  await publish(source, events);
  await eventually(() => expect(died.received.length).toBeGreaterThan(0));
  const heir = subscriptionOf('crash');
  await other.bus.subscribe(heir);
  await eventually(() => expect(heir.received).toEqual(idsOf(events)));
});
