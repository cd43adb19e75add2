import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { always, newEnvelope, TOLD } from '../../dev/testing/events.ts';
import { TestNats } from '../../dev/testing/nats-server.ts';
import { newTestBus } from '../../dev/testing/nats-users.ts';
import type { Subscription } from './bus.ts';
import type { JetStreamBus } from './jetstream-bus.ts';
import type { NatsLink } from './nats/nats-link.ts';

let nats: TestNats;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  nats = await TestNats.start();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => nats.remove());

interface Place {
  readonly bus: JetStreamBus;
  readonly link: NatsLink;
}

async function newBus(): Promise<Place> {
  const place = await newTestBus(nats.url);
  ends.push(place.close);
  return place;
}

function hearing(name: string, own: Partial<Subscription> = {}): Subscription & { heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    name,
    types: [`${TOLD}${name}`],
    durable: true,
    handle: async ({ id }) => void heard.push(id),
    ...own,
  };
}

const told = ({ types: [type = ''] }: Subscription, count = 1) =>
  Array.from({ length: count }, () => newEnvelope({ type }));
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);
const eventually = (assert: () => void | Promise<void>) => vi.waitFor(assert, { timeout: 30_000, interval: 20 });
/** Publishes until all events are accepted, like the relay. */
const publish = ({ bus }: Place, events: ReturnType<typeof told>) =>
  eventually(async () => expect((await bus.publish(events, always)).ids.size).toBe(events.length));

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'reconnects to a server restarted after %s, which has kept its events',
  async (signal) => {
    const subscriber = hearing(`end-${signal}`);
    const listener = hearing(`end-${signal}`, { durable: false, missed: vi.fn() });
    const [source, target] = [await newBus(), await newBus()];
    await nats.declare(subscriber);
    await target.bus.subscribe(subscriber);
    await target.bus.subscribe(listener);
    const [before, during, after] = [told(subscriber, 300), told(subscriber, 3), told(subscriber, 3)];
    await publish(source, before);
    await nats.end(signal);
    await eventually(() => expect(source.link.connection).toBeNull());
    const taken = await source.bus.publish(during, always);
    expect(taken).toMatchObject({ ids: new Set(), failure: { message: 'NATS is unavailable' }, isAway: true });
    await nats.start();
    await publish(source, during);
    await publish(source, after);
    // A killed server may have lost the last acknowledgements: those events are delivered again, and the inbox detects them.
    const once = () => [...new Set(subscriber.heard)];
    await eventually(() => expect(once()).toEqual(idsOf([...before, ...during, ...after])));
    await eventually(() => expect(listener.missed).toHaveBeenCalled());
  },
);

it('connects to a server that starts later than the process', async () => {
  const subscriber = hearing('start');
  await nats.declare(subscriber);
  await nats.end();
  const place = await newBus();
  await place.bus.subscribe(subscriber);
  const listener = hearing('start', { durable: false });
  await place.bus.subscribe(listener);
  const events = told(subscriber, 2);
  expect((await place.bus.publish(events, always)).ids.size).toBe(0);
  await nats.start();
  await publish(place, events);
  await eventually(() => expect(subscriber.heard).toEqual(idsOf(events)));
  await eventually(() => expect(listener.heard).toEqual(idsOf(events)));
});

it('a server that hangs accepts nothing, and an event that it has accepted all the same is not duplicated', async () => {
  const [source, target] = [await newBus(), await newBus()];
  const subscriber = hearing('hang');
  await nats.declare(subscriber);
  await target.bus.subscribe(subscriber);
  const events = told(subscriber, 3);
  await publish(source, told(hearing('other')));
  await nats.pause();
  const taken = await source.bus.publish(events, always).finally(() => nats.resume());
  expect(taken.ids.size).toBe(0);
  await publish(source, events);
  const last = told(subscriber);
  await publish(source, last);
  await eventually(() => expect(subscriber.heard.at(-1)).toBe(last[0]?.id));
  expect(subscriber.heard).toEqual(idsOf([...events, ...last]));
});

it('an event whose handler dies before acknowledging is delivered to another process', async () => {
  const [source, dying, other] = [await newBus(), await newBus(), await newBus()];
  const died = hearing('crash');
  await nats.declare(died);
  await dying.bus.subscribe({
    ...died,
    async handle(event) {
      await died.handle(event);
      // From now on, nothing that it sends is received.
      await dying.link.close();
    },
  });
  const events = told(died, 3);
  await publish(source, events);
  await eventually(() => expect(died.heard).toEqual(idsOf(events.slice(0, 1))));
  const heir = { ...died, heard: [] as string[] };
  await other.bus.subscribe({ ...heir, handle: async ({ id }) => void heir.heard.push(id) });
  await eventually(() => expect(heir.heard).toEqual(idsOf(events)));
});
