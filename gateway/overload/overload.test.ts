import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { FakeClock } from '../../dev/testing/fake-clock.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { Overload } from './overload.ts';

let clock: FakeClock;
let lines: { reason?: string; shed?: object }[];
let overload: Overload;
beforeEach(() => {
  clock = new FakeClock('2026-10-05T08:00:00.000Z');
  lines = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  overload = new Overload({ requestsInFlight: 4, unsentBytes: 400, bodyBytesInFlight: 100 }, { clock, log });
});

const NOTHING = {
  event_loop: 0,
  heap: 0,
  memory: 0,
  requests: 0,
  operation: 0,
  institution: 0,
  client: 0,
  unsent: 0,
  bodies: 0,
};
const IDLE = { requestsInFlight: 0, unsentBytes: 0, slowReaders: 0, shed: NOTHING };
const of = (institutionId: string, integrationId: string) => ({ institutionId, integrationId });
const ann = of('x', 'ann');

it('what is shed is counted by its reason', () => {
  for (const operation of ['a', 'a']) expect(overload.enter(operation)).toBeUndefined();
  expect(overload.enter('a')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  for (const operation of ['b', 'c']) expect(overload.enter(operation)).toBeUndefined();
  expect(overload.enter('d')).toMatchObject({ status: 503 });
  for (const client of [ann, ann]) expect(overload.enterFor(client)).toBeUndefined();
  expect(overload.enterFor(ann)).toMatchObject({ status: 503 });
  overload.shed('heap');
  const load = { ...IDLE, requestsInFlight: 4, shed: { ...NOTHING, operation: 1, requests: 1, client: 1, heap: 1 } };
  expect(overload.load).toEqual(load);
});

it('what leaves makes room', () => {
  for (const _ of [1, 2]) overload.enter('a');
  for (const _ of [1, 2]) overload.enterFor(ann);
  overload.leave('a');
  overload.leaveFor(ann);
  expect([overload.enter('a'), overload.enterFor(ann)]).toEqual([undefined, undefined]);
  expect(overload.load).toEqual({ ...IDLE, requestsInFlight: 2 });
});

it('an institution has its share, however many its clients are, and leaves another its own', () => {
  for (const client of ['ann', 'bob', 'cleo']) expect(overload.enterFor(of('x', client))).toBeUndefined();
  expect(overload.enterFor(of('x', 'dee'))).toMatchObject({ status: 503 });
  expect(overload.enterFor(of('y', 'dan'))).toBeUndefined();
  expect(overload.load.shed).toEqual({ ...NOTHING, institution: 1 });
});

it('what is not read counts in bytes, for its client and its institution, until it is read', () => {
  expect(overload.hold(ann, 150)).toBeUndefined();
  expect(overload.hold(ann, 150)).toMatchObject({ status: 503 });
  expect(overload.hold(of('x', 'bob'), 180)).toMatchObject({ status: 503 });
  expect(overload.hold(of('y', 'dan'), 100)).toBeUndefined();
  overload.holdSurely(ann, 1_000);
  expect(overload.hold(of('z', 'eve'), 1)).toMatchObject({ status: 503 });
  expect(overload.load).toEqual({ ...IDLE, unsentBytes: 1_250, shed: { ...NOTHING, unsent: 3 } });
  overload.release(ann, 1_150);
  expect(overload.hold(ann, 150)).toBeUndefined();
  overload.release(ann, 150);
  overload.release(of('y', 'dan'), 100);
  expect(overload.load.unsentBytes).toBe(0);
});

it('bodies have bytes as requests have slots: a client gets as many as are left free', () => {
  const bob = of('y', 'bob');
  expect([ann, ann, bob].map((tenant) => overload.takeBody(tenant, 30))).toEqual([undefined, undefined, undefined]);
  expect(overload.takeBody(bob, 5)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(overload.load.shed).toEqual({ ...NOTHING, bodies: 1 });
  overload.leaveBody(ann, 30);
  expect(overload.takeBody(bob, 5)).toBeUndefined();
});

it('a gateway is below its idle threshold while next to nothing is under way', () => {
  const large = new Overload(
    { requestsInFlight: 100, unsentBytes: 400, bodyBytesInFlight: 100 },
    { clock, log: silentLogger },
  );
  const wereBelow = ['a', 'b', 'c', 'd'].map((operation) => {
    const before = large.isBelowIdleThreshold;
    large.enter(operation);
    return before;
  });
  expect([...wereBelow, large.isBelowIdleThreshold]).toEqual([true, true, true, true, false]);
  large.leave('a');
  expect(large.isBelowIdleThreshold).toBe(true);
});

it('the log says so, once in ten seconds, however much is shed', () => {
  for (const _ of [1, 2, 3]) overload.shed('event_loop');
  expect(lines).toMatchObject([{ reason: 'event_loop', shed: { ...NOTHING, event_loop: 1 } }]);
  clock.advance(10_000);
  for (const _ of [1, 2, 3]) overload.shed('event_loop');
  expect(lines).toMatchObject([{}, { shed: { ...NOTHING, event_loop: 4 } }]);
});
