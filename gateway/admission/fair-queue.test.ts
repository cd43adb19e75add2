import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const CAPACITY = 12;

/**
 * A queue whose requests are named after their institution, client and number, and the names of those that have begun.
 */
function newQueue(capacity = CAPACITY) {
  const queue = new FairQueue(capacity);
  const begun: string[] = [];
  const costs = new Map<string, number>();
  const leaves = new Map<string, () => void>();
  const mostPerRequest = Math.max(1, Math.floor(capacity / 4));
  return {
    queue,
    begun,
    /** What a request counts as. */
    costOf: (name: string) => Math.min(costs.get(name) ?? 0, mostPerRequest),
    enter(name: string, cost = 1) {
      costs.set(name, cost);
      const [institutionId = '', integrationId = ''] = name;
      leaves.set(
        name,
        queue.enter({ institutionId, integrationId }, cost, () => begun.push(name)),
      );
    },
    leave: (name: string) => leaves.get(name)?.(),
    /** Lets those that have begun leave, the first one first, until nothing is left. */
    drain() {
      for (let at = 0; at < begun.length; at++) leaves.get(begun[at] as string)?.();
    },
  };
}

const named = (client: string, count: number) => Array.from({ length: count }, (_, n) => `${client}${n}`);

describe('an institution that is alone', () => {
  it('has all slots but those kept for the next institution', () => {
    const { queue, begun, enter } = newQueue();
    for (const name of named('xa', 20)) enter(name);
    expect([begun.length, queue.waiting]).toEqual([6, 14]);
    for (const name of named('yb', 3)) enter(name);
    expect(begun.slice(6)).toEqual(named('yb', 3));
  });

  it('has two thirds, however its requests are cut and spread over clients', () => {
    const request = fc.record({
      client: fc.constantFrom('xa', 'xb', 'xc', 'xd'),
      cost: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
        const { begun, enter, costOf } = newQueue(128);
        for (const [n, { client, cost }] of requests.entries()) enter(`${client}${n}`, cost);
        const held = (prefix: string) =>
          begun.filter((name) => name.startsWith(prefix)).reduce((sum, name) => sum + costOf(name), 0);
        expect(held('x')).toBeLessThanOrEqual(85);
        for (const client of ['xa', 'xb', 'xc', 'xd']) expect(held(client)).toBeLessThanOrEqual(64);
      }),
    );
  });

  it('may begin a request that costs more than all slots, and another one of its client', () => {
    const { begun, enter, drain } = newQueue();
    for (const name of named('xa', 3)) enter(name, 100 * CAPACITY);
    expect(begun).toHaveLength(2);
    drain();
    expect(begun).toHaveLength(3);
  });
});

describe('turns', () => {
  it('go to the institution that has had least, whatever its requests cost', () => {
    const { begun, enter, leave } = newQueue(16);
    for (const name of named('ha', 4)) enter(name, 4);
    for (const name of named('hb', 4)) enter(name, 4);
    for (const name of named('gc', 8)) enter(name, 1);
    const holders = begun.length;
    for (const name of named('xa', 4)) enter(name, 4);
    for (const name of named('yb', 12)) enter(name, 1);
    for (let at = 0; at < begun.length && begun.length < holders + 10; at++) leave(begun[at] as string);
    const costs = { x: 0, y: 0 };
    for (const name of begun.slice(holders, holders + 10)) costs[name[0] as 'x' | 'y'] += name.startsWith('x') ? 4 : 1;
    expect(Math.abs(costs.x - costs.y)).toBeLessThanOrEqual(4);
  });

  it('go to the clients of an institution in the same way', () => {
    const { begun, enter, drain } = newQueue(2);
    enter('ha', 2);
    for (const name of [...named('xa', 6), ...named('xb', 2)]) enter(name, 2);
    drain();
    expect(begun.slice(1, 5)).toEqual(['xa0', 'xb0', 'xa1', 'xb1']);
  });

  it('cannot be saved up while an institution has no requests', () => {
    const { begun, enter, drain } = newQueue(1);
    for (const name of named('xa', 100)) enter(name);
    drain();
    enter('zz');
    for (const name of [...named('ya', 3), ...named('xb', 3)]) enter(name);
    drain();
    expect(begun.slice(101)).toEqual(['ya0', 'xb0', 'ya1', 'xb1', 'ya2', 'xb2']);
  });

  it('skip institutions that have their share', () => {
    const { begun, enter, leave } = newQueue();
    for (const name of named('xa', 8)) enter(name);
    enter('yb0', 3);
    enter('zc0', 2);
    expect(begun.slice(6)).toEqual(['yb0', 'zc0']);
    for (const name of ['yb0', 'zc0', 'xa0']) leave(name);
    expect(begun.slice(8)).toEqual(['xa6']);
  });
});

describe('the first request of an institution', () => {
  const step = fc.record({
    client: fc.constantFrom('xa', 'xb', 'xc', 'yd', 'ye'),
    cost: fc.integer({ min: 1, max: 200 }),
    leaves: fc.nat(3),
  });

  it('begins if there is room, whatever two others have under way or wait for', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 200 }), (steps, cost) => {
        const { begun, enter, leave, costOf } = newQueue(128);
        const underWay = new Set<string>();
        const follow = () => {
          for (const name of begun.splice(0)) underWay.add(name);
        };
        for (const [n, { client, cost, leaves }] of steps.entries()) {
          enter(`${client}${n}`, cost);
          follow();
          for (const name of [...underWay].slice(0, leaves)) {
            underWay.delete(name);
            leave(name);
            follow();
          }
        }
        const left = 128 - [...underWay].reduce((sum, name) => sum + costOf(name), 0);
        enter('zz', cost);
        expect([begun, left]).toEqual([left >= costOf('zz') ? ['zz'] : [], left]);
        // A small one always has room.
        expect(left).toBeGreaterThanOrEqual(128 - 85 - 32);
      }),
    );
  });

  it('that lacks room keeps what becomes free, except for an eighth that passes it', () => {
    const { begun, enter, leave } = newQueue(16);
    for (const name of [...named('xa', 8), ...named('xb', 2)]) enter(name);
    enter('yc0', 4);
    enter('zd0', 4);
    for (const name of ['ue0', 'vf0', 'wg0']) enter(name);
    expect(begun.slice(10)).toEqual(['yc0', 'ue0', 'vf0']);
    for (const name of named('xa', 3)) leave(name);
    expect(begun.slice(13)).toEqual([]);
    leave('xa3');
    expect(begun.slice(13)).toEqual(['zd0']);
    leave('ue0');
    expect(begun.slice(14)).toEqual(['wg0']);
  });
});

it('a client that waits for its own requests delays no other', () => {
  const { begun, enter, leave } = newQueue();
  enter('yb0', 3);
  leave('yb0');
  for (const name of named('xa', 3)) enter(name, 3);
  // It is the turn of the third one, but its client has half.
  enter('yb1', 1);
  expect(begun).toEqual(['yb0', 'xa0', 'xa1', 'yb1']);
  leave('xa0');
  leave('yb1');
  expect(begun.at(-1)).toBe('xa2');
});

it('a waiting request can be cancelled, and others continue', () => {
  const { queue, begun, enter, leave } = newQueue(1);
  for (const name of ['xa0', 'xa1', 'xa2']) enter(name);
  leave('xa1');
  leave('xa0');
  expect([begun, queue.waiting]).toEqual([['xa0', 'xa2'], 0]);
});

const step = fc.record({
  client: fc.constantFrom('xa', 'xb', 'yc', 'zd'),
  cost: fc.integer({ min: 1, max: 15 }),
  leaves: fc.integer({ min: 0, max: 3 }),
});

it('never exceeds its limit, begins every request once, and in the order of its client', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { queue, begun, enter, leave, costOf } = newQueue();
      const left = new Set<string>();
      const underWay = () => begun.filter((name) => !left.has(name));
      const check = () => {
        const cost = underWay().reduce((sum, name) => sum + costOf(name), 0);
        expect(cost).toBeLessThanOrEqual(CAPACITY);
        // Work-conserving: nobody waits while nothing is under way.
        if (underWay().length === 0) expect(queue.waiting).toBe(0);
      };
      for (const [n, { client, cost, leaves }] of steps.entries()) {
        enter(`${client}${n}`, cost);
        check();
        for (const name of underWay().slice(0, leaves)) {
          left.add(name);
          leave(name);
          check();
        }
      }
      for (let [name] = underWay(); name !== undefined; [name] = underWay()) {
        left.add(name);
        leave(name);
      }
      expect([new Set(begun).size, queue.waiting]).toEqual([steps.length, 0]);
      for (const client of ['xa', 'xb', 'yc', 'zd']) {
        const numbers = begun.filter((name) => name.startsWith(client)).map((name) => Number(name.slice(2)));
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      }
    }),
  );
});
