import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { always, newEnvelope } from '../../dev/testing/events.ts';
import { silentLogger } from '../observability/log.ts';
import type { Subscription } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';

const envelope = (id: string, type = 'a.A', aggregateId = 'a') => newEnvelope({ id, type, aggregateId });

function subscription(received: string[], own: Partial<Subscription> = {}): Subscription {
  return {
    name: 'test',
    types: ['a.A'],
    durable: true,
    handle: async ({ id }) => {
      received.push(id);
    },
    ...own,
  };
}

describe('publishing', () => {
  it('is handling: each event by all that asked for its type, one event after the other', async () => {
    const bus = new InProcessBus(silentLogger);
    const received: string[] = [];
    await bus.subscribe(subscription(received));
    await bus.subscribe(
      subscription([], {
        types: ['a.A', 'a.B'],
        handle: async ({ id }) => {
          await Promise.resolve();
          received.push(`both ${id}`);
        },
      }),
    );
    await bus.publish([envelope('1'), envelope('2', 'a.B'), envelope('3', 'a.C'), envelope('4')], always);
    expect(received).toEqual(['1', 'both 1', 'both 2', '4', 'both 4']);
  });

  it('takes an event when every durable subscriber has handled it, and none of its aggregate before', async () => {
    const bus = new InProcessBus(silentLogger);
    const received: string[] = [];
    await bus.subscribe(subscription(received));
    await bus.subscribe(
      subscription([], {
        handle: async ({ id }) => {
          if (id === '2') throw new Error('not now');
        },
      }),
    );
    const events = [envelope('1'), envelope('2'), envelope('3'), envelope('4', 'a.A', 'b')];
    expect(await bus.publish(events, always)).toEqual({
      ids: new Set(['1', '4']),
      failure: new Error('not now'),
      isUnavailable: false,
    });
    expect(received).toEqual(['1', '2', '4']);
  });

  it('ends where it must not go on', async () => {
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
  ])('does not care for a listener that %s', async (_, handle) => {
    const lines: string[] = [];
    const bus = new InProcessBus(pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }));
    const received: string[] = [];
    await bus.subscribe(subscription([], { durable: false, name: 'cache', handle }));
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
    const unsubscribe = await bus.subscribe(subscription(received));
    await bus.subscribe(subscription(received));
    await unsubscribe();
    await bus.publish([envelope('1')], always);
    await bus.close();
    await bus.publish([envelope('2')], always);
    expect(received).toEqual(['1']);
  });

  it('of nothing is nothing', async () => {
    await expect(new InProcessBus(silentLogger).publish([], always)).resolves.toEqual({
      ids: new Set(),
      isUnavailable: false,
    });
  });
});
