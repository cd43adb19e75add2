import { create } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { silentLogger } from '../log.ts';
import type { Subscription } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';

const envelope = (id: string, type = 'a.A') => create(EventEnvelopeSchema, { id, type });

function subscription(heard: string[], own: Partial<Subscription> = {}): Subscription {
  return {
    name: 'test',
    types: ['a.A'],
    durable: true,
    handle: async ({ id }) => {
      heard.push(id);
    },
    ...own,
  };
}

describe('publishing', () => {
  it('is handling: each event by all that asked for its type, one event after the other', async () => {
    const bus = new InProcessBus(silentLogger);
    const heard: string[] = [];
    await bus.subscribe(subscription(heard));
    await bus.subscribe(
      subscription([], {
        types: ['a.A', 'a.B'],
        handle: async ({ id }) => {
          await Promise.resolve();
          heard.push(`both ${id}`);
        },
      }),
    );
    await bus.publish([envelope('1'), envelope('2', 'a.B'), envelope('3', 'a.C'), envelope('4')]);
    expect(heard).toEqual(['1', 'both 1', 'both 2', '4', 'both 4']);
  });

  it('fails when a durable subscriber does, and goes no further', async () => {
    const bus = new InProcessBus(silentLogger);
    const heard: string[] = [];
    await bus.subscribe(subscription(heard));
    await bus.subscribe(
      subscription([], {
        handle: async ({ id }) => {
          if (id === '2') throw new Error('not now');
        },
      }),
    );
    await expect(bus.publish([envelope('1'), envelope('2'), envelope('3')])).rejects.toThrow('not now');
    expect(heard).toEqual(['1', '2']);
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
    const heard: string[] = [];
    await bus.subscribe(subscription([], { durable: false, name: 'cache', handle }));
    await bus.subscribe(subscription(heard));
    await bus.publish([envelope('1'), envelope('2')]);
    expect(heard).toEqual(['1', '2']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { subscriber: 'cache', eventId: '1', err: { message: 'careless' } },
      { subscriber: 'cache', eventId: '2' },
    ]);
  });

  it('reaches nobody who has unsubscribed', async () => {
    const bus = new InProcessBus(silentLogger);
    const heard: string[] = [];
    const unsubscribe = await bus.subscribe(subscription(heard));
    await bus.subscribe(subscription(heard));
    await unsubscribe();
    await bus.publish([envelope('1')]);
    await bus.close();
    await bus.publish([envelope('2')]);
    expect(heard).toEqual(['1']);
  });

  it('of nothing is nothing', async () => {
    await expect(new InProcessBus(silentLogger).publish([])).resolves.toBeUndefined();
  });
});
