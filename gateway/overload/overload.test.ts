import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { silentLogger } from '../../services/chassis/log.ts';
import { FakeClock } from '../../services/chassis/testing/fake-clock.ts';
import { Overload } from './overload.ts';

let clock: FakeClock;
let lines: { reason?: string; shed?: object }[];
let overload: Overload;
beforeEach(() => {
  clock = new FakeClock('2026-10-05T08:00:00.000Z');
  lines = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  overload = new Overload(4, { clock, log });
});

const NOTHING = { event_loop: 0, heap: 0, requests: 0, operation: 0, client: 0 };

it('what is shed is counted by its reason', () => {
  for (const operation of ['a', 'a']) expect(overload.enter(operation)).toBeUndefined();
  expect(overload.enter('a')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  for (const operation of ['b', 'c']) expect(overload.enter(operation)).toBeUndefined();
  expect(overload.enter('d')).toMatchObject({ status: 503 });
  for (const client of ['x', 'x']) expect(overload.enterFor(client)).toBeUndefined();
  expect(overload.enterFor('x')).toMatchObject({ status: 503 });
  overload.shed('heap');
  const load = { requestsInFlight: 4, shed: { ...NOTHING, operation: 1, requests: 1, client: 1, heap: 1 } };
  expect(overload.load).toEqual(load);
});

it('what leaves makes room', () => {
  for (const _ of [1, 2]) overload.enter('a');
  for (const _ of [1, 2]) overload.enterFor('x');
  overload.leave('a');
  overload.leaveFor('x');
  expect([overload.enter('a'), overload.enterFor('x')]).toEqual([undefined, undefined]);
  expect(overload.load).toEqual({ requestsInFlight: 2, shed: NOTHING });
});

it('a gateway is quiet while next to nothing is under way', () => {
  const large = new Overload(100, { clock, log: silentLogger });
  const quiet = ['a', 'b', 'c', 'd'].map((operation) => {
    const before = large.isQuiet;
    large.enter(operation);
    return before;
  });
  expect([...quiet, large.isQuiet]).toEqual([true, true, true, true, false]);
  large.leave('a');
  expect(large.isQuiet).toBe(true);
});

it('the log says so, once in ten seconds, however much is shed', () => {
  for (const _ of [1, 2, 3]) overload.shed('event_loop');
  expect(lines).toMatchObject([{ reason: 'event_loop', shed: { ...NOTHING, event_loop: 1 } }]);
  clock.advance(10_000);
  for (const _ of [1, 2, 3]) overload.shed('event_loop');
  expect(lines).toMatchObject([{}, { shed: { ...NOTHING, event_loop: 4 } }]);
});
