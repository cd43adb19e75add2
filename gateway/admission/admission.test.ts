import { pino } from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import { silentLogger } from '../../platform/observability/log.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { Admission, type Ticket } from './admission.ts';

let clock: FakeClock;
let lines: { reason?: string; shed?: object }[];
let admission: Admission;
beforeEach(() => {
  clock = new FakeClock('2026-10-05T08:00:00.000Z');
  lines = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  admission = new Admission({ requestsInFlight: 4, costInFlight: 1, waitMs: 20 }, { clock, log });
});

const NOTHING = { event_loop: 0, memory: 0, requests: 0, institution: 0, wait: 0 };
const IDLE = { requestsInFlight: 0, requestsWaiting: 0, slowReaders: 0, shed: NOTHING };
const of = (institutionId: string, integrationId = 'a') => ({ institutionId, integrationId });
const arrive = () => admission.arrive() as Ticket;

it('accepts requests up to its limit, and counts the shed ones by reason', () => {
  const tickets = [1, 2, 3, 4].map(arrive);
  expect(admission.arrive()).toBeUndefined();
  expect(admission.shed('requests')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  admission.shed('memory');
  expect(admission.load).toEqual({ ...IDLE, requestsInFlight: 4, shed: { ...NOTHING, requests: 1, memory: 1 } });
  for (const ticket of tickets) ticket.leave();
  expect(admission.load.requestsInFlight).toBe(0);
});

it('an institution leaves slots for others, however many clients it has', () => {
  const shedOf = (institution: string, client: string) => arrive().countFor(of(institution, client));
  expect(['a', 'b', 'c'].map((client) => shedOf('x', client))).toEqual([undefined, undefined, undefined]);
  const fourth = arrive();
  expect(fourth.countFor(of('x', 'd'))).toMatchObject({ status: 503 });
  fourth.leave();
  expect(shedOf('y', 'a')).toBeUndefined();
  expect(admission.load.shed).toEqual({ ...NOTHING, institution: 1 });
});

it('a request waits for its turn, and is shed when it does not come in time', async () => {
  const first = arrive();
  const begun = vi.fn();
  first.awaitTurn('s', of('x'), 8, begun);
  expect(begun).toHaveBeenCalledExactlyOnceWith();
  const second = arrive();
  const problem = await new Promise((resolve) => second.awaitTurn('s', of('y'), 1, resolve));
  expect(problem).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  // It has left: its close comes later.
  expect(admission.load).toEqual({ ...IDLE, requestsInFlight: 1, shed: { ...NOTHING, wait: 1 } });
  second.leave();
  first.leave();
  expect(admission.load).toMatchObject({ requestsInFlight: 0 });
});

it('the slot of a finished request is free in the next turn of the event loop', async () => {
  const [first, second] = [arrive(), arrive()];
  const begun = vi.fn();
  first.awaitTurn('s', of('x'), 8, () => undefined);
  second.awaitTurn('s', of('x'), 8, begun);
  first.leave();
  expect(begun).not.toHaveBeenCalled();
  await new Promise(setImmediate);
  expect(begun).toHaveBeenCalledExactlyOnceWith();
});

it('a client that disconnects frees everything, at any point', () => {
  const [holder, waiting, late] = [arrive(), arrive(), arrive()];
  holder.countFor(of('x'));
  holder.awaitTurn('s', of('x'), 8, () => undefined);
  const begun = vi.fn();
  waiting.awaitTurn('s', of('x'), 8, begun);
  expect(admission.load.requestsWaiting).toBe(1);
  waiting.leave();
  late.leave();
  expect(late.countFor(of('x'))).toBeUndefined();
  late.awaitTurn('s', of('x'), 1, begun);
  holder.leave();
  expect([admission.load, begun.mock.calls]).toEqual([IDLE, []]);
  expect([1, 2, 3].map(() => arrive().countFor(of('x')))).toEqual([undefined, undefined, undefined]);
});

it('logs what it sheds every ten seconds at most', () => {
  admission.shed('requests');
  admission.shed('event_loop');
  clock.advance(10_000);
  admission.shed('wait');
  expect(lines.map(({ reason }) => reason)).toEqual(['requests', 'wait']);
  expect(lines[1]).toMatchObject({ shed: { requests: 1, event_loop: 1, wait: 1 }, requestsInFlight: 0 });
});

it('is quiet while few requests are in flight', () => {
  const large = new Admission({ requestsInFlight: 100, costInFlight: 1, waitMs: 20 }, { clock, log: silentLogger });
  const quiet = [1, 2, 3, 4, 5].map(() => {
    const isBelow = large.isBelowIdleThreshold;
    large.arrive();
    return isBelow;
  });
  expect(quiet).toEqual([true, true, true, true, false]);
});
