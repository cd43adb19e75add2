import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { always, held, newEnvelope } from '../../test/support/nats/events.ts';
import { silentLogger } from '../observability/log.ts';
import type { BusListener, Subscription } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';

const envelope = (id: string, type = 'a.A', aggregateId = 'a') => newEnvelope({ id, type, aggregateId });

function subscription(received: string[], failing?: string): Subscription {
  return {
    name: 'test',
    types: ['a.A'],
    lock: held,
    async handle(events) {
      const ids = events.map(({ id }) => id);
      received.push(...ids);
      return new Set(ids.filter((id) => id !== failing));
    },
  };
}

function listener(received: string[], own: Partial<BusListener> = {}): BusListener {
  return { name: 'cache', types: ['a.A'], handle: async ({ id }) => void received.push(id), ...own };
}

describe('publishing', () => {
  it('calls the subscribers with all events of their types, and the listeners with one after the other', async () => {
    const bus = new InProcessBus(silentLogger);
    const [received, told]: [string[], string[]] = [[], []];
    await bus.subscribe(subscription(received));
    await bus.listen(listener(told));
    await bus.listen(
      listener([], {
        types: ['a.A', 'a.B'],
        handle: async ({ id }) => {
          await Promise.resolve();
          told.push(`both ${id}`);
        },
      }),
    );
    await bus.publish([envelope('1'), envelope('2', 'a.B'), envelope('3', 'a.C'), envelope('4')], always);
    expect(received).toEqual(['1', '4']);
    expect(told).toEqual(['1', 'both 1', 'both 2', '4', 'both 4']);
  });

  it('accepts an event once every subscriber has handled it and those of its aggregate', async () => {
    const bus = new InProcessBus(silentLogger);
    await bus.subscribe(subscription([]));
    await bus.subscribe(subscription([], '2'));
    const events = [envelope('1'), envelope('2'), envelope('3', 'a.A', 'b')];
    expect((await bus.publish(events, always)).ids).toEqual(new Set(['3']));
    const failure = new Error('not now');
    await bus.subscribe({ ...subscription([]), handle: () => Promise.reject(failure) });
    expect(await bus.publish(events, always)).toEqual({ ids: new Set(), failure, isUnavailable: false });
  });

  it('stops when it may not continue', async () => {
    const bus = new InProcessBus(silentLogger);
    let left = 1;
    expect((await bus.publish([envelope('1'), envelope('2')], () => left-- > 0)).ids).toEqual(new Set(['1']));
  });

  it.each([
    ['throws', () => Promise.reject(new Error('careless'))],
    [
      'throws at once',
      () => {
        throw new Error('careless');
      },
    ],
  ])('ignores a listener that %s', async (_, handle) => {
    const lines: string[] = [];
    const bus = new InProcessBus(pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }));
    const received: string[] = [];
    await bus.listen(listener([], { handle }));
    await bus.subscribe(subscription(received));
    await bus.publish([envelope('1'), envelope('2')], always);
    expect(received).toEqual(['1', '2']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { subscriber: 'cache', eventId: '1', err: { message: 'careless' } },
      { subscriber: 'cache', eventId: '2' },
    ]);
  });

  it('reaches nobody who has unsubscribed', async () => {
    const bus = new InProcessBus(silentLogger);
    const received: string[] = [];
    const ends = [await bus.subscribe(subscription(received)), await bus.listen(listener(received))];
    await bus.subscribe(subscription(received));
    for (const end of ends) await end();
    await bus.publish([envelope('1')], always);
    await bus.close();
    await bus.publish([envelope('2')], always);
    expect(received).toEqual(['1']);
  });
});
