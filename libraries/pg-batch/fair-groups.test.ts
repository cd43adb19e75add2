import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withinCall } from '../../platform/core/call-scope.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/data/database.ts';
import { holdLock } from '../../test/support/probe/hold-lock.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';
import { ReadQueue } from './read-queue.ts';

/** Waits while the test holds the lock. */
const SLOW = positional<{ n: number }>('fair_slow', 'SELECT pg_advisory_xact_lock_shared(2), $1::int AS n');
const QUICK = positional<{ n: number }>('fair_quick', 'SELECT $1::int AS n');
const POINT = positional<{ key: string }>(
  'fair_point',
  'SELECT k.n, k.key FROM unnest($1::text[]) WITH ORDINALITY AS k(key, n)',
);

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('reads of one group, however slow and many', () => {
  const SESSIONS = 4;
  let probe: Probe;
  let database: Database;
  let release: () => Promise<unknown>;
  beforeEach(async () => {
    probe = await startProbe();
    database = probe.database({ statementTimeoutMs: 60_000, maxConnections: SESSIONS });
    release = await holdLock(probe, 2);
  });
  afterEach(async () => {
    await release();
    await probe.stop();
  });

  const callOf = <T>(institutionId: string, work: () => T) =>
    withinCall({ deadline: deadlineAfter(60_000), actor: { institutionId } }, work);
  const slow = (institution: string, count: number) =>
    numbers(count).map((n) => callOf(institution, () => database.rows(SLOW, [n])));
  /** Until as many are in flight as may be: a batch on each of two thirds of the sessions. */
  const inFlight = (asked: number) =>
    vi.waitFor(() => expect(database.counts.readsWaiting).toBeLessThanOrEqual(asked - 2 * 16));

  it('leave sessions to others, whose reads are answered first', async () => {
    const waiting = slow('e', 200);
    await inFlight(200);
    // Answered while the lock is held: none of the two hundred is.
    expect(await callOf('f', () => database.rows(QUICK, [1]))).toEqual([{ n: 1 }]);
    expect(await callOf('f', () => database.point(POINT, ['k']))).toEqual({ key: 'k' });
    expect(await database.rows(QUICK, [2])).toEqual([{ n: 2 }]);
    expect(database.counts.readsWaiting).toBe(200 - 2 * 16);
    await release();
    expect((await Promise.all(waiting)).map(([row]) => row?.n)).toEqual(numbers(200));
  });

  it('share no batch with those of others that come at the same moment', async () => {
    const waiting = slow('e', 200);
    await inFlight(200);
    const [more, others] = [slow('e', 20), numbers(40).map((n) => callOf('f', () => database.rows(QUICK, [n])))];
    expect((await Promise.all(others)).map(([row]) => row?.n)).toEqual(numbers(40));
    await release();
    await Promise.all([...waiting, ...more]);
  });

  it('fill their own part of the queue only, and are refused beyond', async () => {
    const answers = Promise.allSettled(slow('e', SESSIONS * 256));
    await inFlight(683);
    const others = await Promise.all(numbers(200).map((n) => callOf('f', () => database.rows(QUICK, [n]))));
    expect(others).toEqual(numbers(200).map((n) => [{ n }]));
    await release();
    const refused = (await answers).filter(({ status }) => status === 'rejected');
    // All that wait are 1024: a third of these is left.
    expect(refused).toHaveLength(341);
    expect(database.counts).toMatchObject({ refused: 341, readsWaiting: 0 });
  });
});

describe('the queue', () => {
  const read = { caller: undefined, key: ['k'], resolve: () => {}, reject: () => {} };
  const queueOf = (maxSessions: number) => {
    const queue = new ReadQueue(maxSessions);
    const ask = (group: string | undefined, name: string) => queue.add(QUICK, [name], read, group);
    const send = () => {
      const batch = queue.next((error) => error);
      queue.noteInFlight(batch, 1);
      const names = batch.map(({ isPoint, sent }) => (isPoint ? 'point' : sent.values[0]));
      return { names, answer: () => queue.noteInFlight(batch, -1) };
    };
    return { queue, ask, send };
  };

  it('gives a group alone whole batches, in the order of its requests', () => {
    const { ask, send, queue } = queueOf(4);
    for (const n of numbers(20)) ask('e', `e${n}`);
    expect(send().names).toEqual(numbers(16).map((n) => `e${n}`));
    expect(send().names).toEqual(['e16', 'e17', 'e18', 'e19']);
    expect(queue.size).toBe(0);
  });

  it('lets groups with nothing in flight share a batch, a statement each, and others have their own', () => {
    const { ask, send } = queueOf(6);
    for (const n of numbers(3)) for (const group of ['e', 'f']) ask(group, `${group}${n}`);
    for (const n of numbers(2)) ask(undefined, `own${n}`);
    expect(send().names).toEqual(['e0', 'f0', 'own0', 'own1']);
    ask('g', 'g0');
    expect([send().names, send().names, send().names]).toEqual([['g0'], ['e1', 'e2'], ['f1', 'f2']]);
  });

  it('gives a group at most two thirds of the sessions, and what it has answered back', () => {
    const { ask, send, queue } = queueOf(3);
    for (const n of numbers(40)) ask('e', `e${n}`);
    const first = send();
    expect([first.names.length, send().names.length, send().names.length, queue.size]).toEqual([16, 16, 0, 8]);
    ask('f', 'f0');
    expect(send().names).toEqual(['f0']);
    first.answer();
    expect(send().names).toHaveLength(8);
  });

  it('turns to every group, however many wait', () => {
    const { ask, send } = queueOf(4);
    for (const n of numbers(2)) for (const group of numbers(20)) ask(`group ${group}`, `${group}.${n}`);
    const sent = numbers(3).flatMap(() => {
      const { names, answer } = send();
      answer();
      return names;
    });
    expect(sent.slice(0, 40)).toEqual(numbers(2).flatMap((n) => numbers(20).map((group) => `${group}.${n}`)));
  });

  it('has one statement for the point reads of all groups', () => {
    const { queue, ask, send } = queueOf(4);
    for (const group of ['e', 'f']) queue.add(POINT, null, read, group);
    ask('e', 'e0');
    expect(send().names).toEqual(['point', 'e0']);
  });
});
