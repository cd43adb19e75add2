import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { always, held, newEnvelope, TEST_EVENT } from '../../test/support/nats/events.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { newTestBus } from '../../test/support/nats/nats-users.ts';
import type { Subscription } from './bus.ts';
import { ALL_EVENTS, EVENT_STREAM } from './event-stream.ts';
import type { JetStreamBus } from './jetstream-bus.ts';
import { natsServers } from './nats/nats-link.ts';
import { ADMIN } from './nats/nats-user.ts';

const ends: (() => Promise<void>)[] = [];
let names = 0;
const nats = await TestNats.start();
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => nats.remove());

/** A second bus, like that of another process. */
async function newBus(): Promise<JetStreamBus> {
  const { bus, close } = await newTestBus(nats.url);
  ends.push(close);
  return bus;
}

/** A durable subscription with a new name to a unique type, so that it receives no events of other tests. */
function subscription(own: Partial<Subscription> = {}): Subscription & { received: EventEnvelope[] } {
  const received: EventEnvelope[] = [];
  const number = ++names;
  return {
    received,
    name: `test.consumer-${number}`,
    types: [`${TEST_EVENT}${number}`],
    lock: held,
    async handle(events) {
      received.push(...events);
      return new Set(idsOf(events));
    },
    ...own,
  };
}

/** Subscribes to a provisioned consumer. */
async function consume(bus: JetStreamBus, subscriber: Subscription): Promise<() => Promise<void>> {
  await nats.declare({ ...subscriber, isInBatches: true });
  return bus.subscribe(subscriber);
}

const newEvents = ({ types: [type = ''] }: Pick<Subscription, 'types'>, count: number, aggregateId = 'a') =>
  Array.from({ length: count }, () => newEnvelope({ type, aggregateId }));
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);
const eventually = (assert: () => void | Promise<void>) => vi.waitFor(assert, { timeout: 20_000, interval: 20 });

describe('a durable subscriber', () => {
  it('receives events published before it started and while it was stopped', async () => {
    const [source, target] = [await newBus(), await newBus()];
    const subscriber = subscription();
    const [before, during] = [newEvents(subscriber, 2), newEvents(subscriber, 2)];
    await source.publish(before, always);
    const unsubscribe = await consume(target, subscriber);
    await eventually(() => expect(idsOf(subscriber.received)).toEqual(idsOf(before)));
    await unsubscribe();
    await source.publish(during, always);
    await consume(await newBus(), subscriber);
    await eventually(() => expect(idsOf(subscriber.received)).toEqual(idsOf([...before, ...during])));
  });

  it('receives several types in one order, and no others', async () => {
    const bus = await newBus();
    const types = ['lyceum.test.v1.Several', 'lyceum.test.v1.Others'];
    const subscriber = subscription({ types });
    await consume(bus, subscriber);
    const events = [0, 1, 0, 2, 1, 0].map((each) => newEnvelope({ type: types[each] ?? 'lyceum.test.v1.Third' }));
    await bus.publish(events, always);
    const expected = events.filter(({ type }) => types.includes(type)).map(({ id }) => id);
    await eventually(() => expect(idsOf(subscriber.received)).toEqual(expected));
  });
});

describe('publishing', () => {
  it('twice has the effect of once', async () => {
    const bus = await newBus();
    const subscriber = subscription();
    const events = newEvents(subscriber, 3);
    await bus.publish(events, always);
    expect((await (await newBus()).publish(events, always)).ids.size).toBe(3);
    const last = newEvents(subscriber, 1);
    await bus.publish(last, always);
    await consume(bus, subscriber);
    await eventually(() => expect(subscriber.received.at(-1)?.id).toBe(last[0]?.id));
    expect(idsOf(subscriber.received)).toEqual(idsOf([...events, ...last]));
  });

  it('stops when it may not continue', async () => {
    const bus = await newBus();
    let left = 2;
    const events = newEvents(subscription(), 5);
    expect((await bus.publish(events, () => left-- > 0)).ids).toEqual(new Set(idsOf(events.slice(0, 2))));
  });

  it('skips an event that the server rejects, with later ones of its aggregate, and publishes the others', async () => {
    const bus = await newBus();
    const subscriber = subscription();
    const [small = newEnvelope(), behind = newEnvelope()] = newEvents(subscriber, 2, 'large');
    const others = newEvents(subscriber, 3, 'small');
    const large = { ...small, payload: new Uint8Array(2_000_000) };
    const taken = await bus.publish([large, behind, ...others], always);
    expect(taken.ids).toEqual(new Set(idsOf(others)));
    expect(taken.failure).toBeInstanceOf(Error);
  });
});

describe('a listener', () => {
  it('receives in every process what is published while it listens, and its failures have no effect', async () => {
    const [one, other] = [await newBus(), await newBus()];
    const received: string[] = [];
    const listener = {
      name: 'test.listener',
      types: [`${TEST_EVENT}Listened`],
      handle: async ({ id }: EventEnvelope) => void received.push(id),
    };
    const failing = { ...listener, handle: () => Promise.reject(new Error('careless')) };
    await one.publish(newEvents(listener, 1), always);
    const unsubscribe = await one.listen(listener);
    await one.listen(failing);
    await other.listen(listener);
    const [event] = newEvents(listener, 1);
    await other.publish(event ? [event] : [], always);
    await eventually(() => expect(received).toEqual([event?.id, event?.id]));
    await unsubscribe();
    const [last] = newEvents(listener, 1);
    await one.publish(last ? [last] : [], always);
    await eventually(() => expect(received.slice(2)).toEqual([last?.id]));
  });
});

describe('an event that is published', () => {
  it('is not published while the server knows its id but has not stored it', async () => {
    const server = await TestNats.start();
    ends.push(() => server.remove());
    const admin = await connect(natsServers({ url: server.urlOf(ADMIN) }));
    ends.push(() => admin.close());
    // Without the stream, this subscription answers as a server does after a change of the leader.
    await (await jetstreamManager(admin)).streams.delete(EVENT_STREAM);
    let seq = 0;
    admin.subscribe(ALL_EVENTS, {
      callback: (_error, message) => {
        message.respond(JSON.stringify({ stream: EVENT_STREAM, seq, duplicate: true }));
      },
    });
    await admin.flush();
    const { bus, close } = await newTestBus(server.url);
    ends.push(close);
    const events = newEvents(subscription(), 2);
    const first = await bus.publish(events, always);
    expect([first.ids.size, first.isUnavailable]).toEqual([0, false]);
    expect(first.failure).toMatchObject({ message: expect.stringContaining('has not stored it') });
    seq = 7;
    expect((await bus.publish(events, always)).ids).toEqual(new Set(idsOf(events)));
  });
});
