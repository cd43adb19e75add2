import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { always, newEnvelope, TEST_EVENT } from '../../test/support/nats/events.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { newTestBus } from '../../test/support/nats/nats-users.ts';
import type { ProcessLock } from './bus.ts';
import { MAX_BATCH } from './event-stream.ts';
import type { JetStreamBus } from './jetstream-bus.ts';

const ends: (() => Promise<void>)[] = [];
let names = 0;

const nats = await TestNats.start();
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => nats.remove());

/** A lock that one of several processes holds at a time. */
class TestLock {
  holder: number | undefined;
  readonly #taken = new Set<number>();

  of(process: number): ProcessLock {
    const lock = this;
    return {
      get isHeld() {
        return lock.holder === process;
      },
      async take() {
        lock.holder ??= process;
        if (lock.holder === process) lock.#taken.add(process);
        return lock.holder === process;
      },
      async release() {
        if (lock.holder === process) lock.holder = undefined;
      },
    };
  }
}

/** A subscriber of a unique type with its processes; each records the batches that it receives. */
class Subscriber {
  readonly name = `test.batches-${++names}`;
  readonly types = [`${TEST_EVENT}Batch${names}`];
  readonly lock = new TestLock();
  /** In the order of handling. */
  readonly handled: string[] = [];
  readonly batches: number[] = [];
  #processes = 0;

  async declare(): Promise<this> {
    await nats.declare({ name: this.name, types: this.types, isInBatches: true });
    return this;
  }

  /** Starts a process. @param handle returns which of the events it has handled; all by default */
  async start(handle = async (events: readonly EventEnvelope[]) => events) {
    const bench = await newTestBus(nats.url);
    const lock = this.lock.of(++this.#processes);
    const { name, types } = this;
    const stop = await bench.bus.subscribe({
      name,
      types,
      lock,
      handle: async (events) => {
        const handled = await handle(events);
        this.batches.push(handled.length);
        this.handled.push(...handled.map(({ id }) => id));
        return new Set(handled.map(({ id }) => id));
      },
    });
    ends.push(bench.close);
    return { stop };
  }

  newEvents(count: number, aggregateId = 'a'): EventEnvelope[] {
    return Array.from({ length: count }, () => newEnvelope({ type: this.types[0] ?? '', aggregateId }));
  }
}

async function publisher(): Promise<JetStreamBus> {
  const { bus, close } = await newTestBus(nats.url);
  ends.push(close);
  return bus;
}

const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
const eventually = (assert: () => void | Promise<void>) => vi.waitFor(assert, { timeout: 25_000, interval: 20 });

describe('a batch subscriber', () => {
  it('receives all available events at once, in stream order, each once', async () => {
    const subscriber = await new Subscriber().declare();
    const bus = await publisher();
    const events = subscriber.newEvents(MAX_BATCH * 2 + 10);
    await bus.publish(events, always);
    await subscriber.start();
    await eventually(() => expect(subscriber.handled).toHaveLength(events.length));
    expect(subscriber.handled).toEqual(idsOf(events));
    expect(Math.max(...subscriber.batches)).toBe(MAX_BATCH);
    const later = subscriber.newEvents(3);
    await bus.publish(later, always);
    await eventually(() => expect(subscriber.handled.slice(events.length)).toEqual(idsOf(later)));
  });

  it('receives unhandled events again before newer ones', async () => {
    const subscriber = await new Subscriber().declare();
    const bus = await publisher();
    const events = subscriber.newEvents(20);
    let failures = 2;
    await subscriber.start(async (batch) => {
      if (failures-- > 0) throw new Error('not now');
      return batch.length > 5 ? batch.slice(0, 5) : batch;
    });
    await bus.publish(events.slice(0, 10), always);
    await bus.publish(events.slice(10), always);
    await eventually(() => expect(subscriber.handled).toEqual(idsOf(events)));
  });

  it('leaves the rest to another process, in order, if one hangs with a batch', async () => {
    const subscriber = await new Subscriber().declare();
    const bus = await publisher();
    const [first, second, third] = [subscriber.newEvents(30), subscriber.newEvents(30), subscriber.newEvents(30)];
    const [reached, awake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let hangs = false;
    await subscriber.start(async (events) => {
      if (!hangs) return events;
      reached.resolve();
      await awake.promise;
      return [];
    });
    await bus.publish(first, always);
    await eventually(() => expect(subscriber.handled).toEqual(idsOf(first)));
    hangs = true;
    await bus.publish(second, always);
    await reached.promise;
    await subscriber.start();
    // As a lock does for a process that hangs.
    subscriber.lock.holder = undefined;
    await bus.publish(third, always);
    await eventually(() => expect(subscriber.handled).toEqual(idsOf([...first, ...second, ...third])));
    awake.resolve();
    const last = subscriber.newEvents(5);
    await bus.publish(last, always);
    await eventually(() => expect(subscriber.handled.slice(90)).toEqual(idsOf(last)));
  });

  it('continues in order after NATS was unavailable', async () => {
    const subscriber = await new Subscriber().declare();
    const bus = await publisher();
    const events = subscriber.newEvents(40);
    await subscriber.start();
    await bus.publish(events.slice(0, 20), always);
    await eventually(() => expect(subscriber.handled).toHaveLength(20));
    await nats.end('SIGKILL');
    await nats.start();
    await eventually(async () => {
      const missing = events.slice(20).filter(({ id }) => !subscriber.handled.includes(id));
      await bus.publish(missing, always);
      // A killed server may have lost the last acknowledgements.
      expect([...new Set(subscriber.handled)]).toEqual(idsOf(events));
    });
  });
});
