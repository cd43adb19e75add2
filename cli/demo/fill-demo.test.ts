import { expect, it } from 'vitest';
import type { Call } from '../../platform/calls/caller.ts';
import { demoAs } from '../../test/support/cli/bundles.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { importBundle } from '../import/import-bundle.ts';
import { fillDemo } from './fill-demo.ts';

const system = await TestSystem.start();
/** Fields of lessons and logs. */
interface Shown {
  readonly id: string;
  readonly autoClosed: boolean;
  readonly note: string | null;
  readonly status: string;
  readonly userId: string;
  readonly startTime: string;
}

const KILLED = new Error('killed');

/**
 * Calls that end after a number of them, the last one before or after it took effect, as those of a process that is
 * killed.
 */
function dyingAfter(call: Call, count: number, isDone: boolean): Call {
  let left = count;
  return async (method, request) => {
    left -= 1;
    if (left < 0 || (left === 0 && !isDone)) throw KILLED;
    const response = await call(method, request);
    if (left === 0) throw KILLED;
    return response;
  };
}

it('an interrupted fill is completed by the next one, wherever and however often it was interrupted, and a further one changes nothing', async () => {
  const bundle = demoAs('filled');
  const { institutionId } = await importBundle({ bundle, call: (actor) => system.call(actor) });
  const call = system.call({ kind: 'operator', institutionId });
  const at = system.clock.now();
  let interruptions = 0;
  for (let count = 1; ; count++) {
    const ends = [false, true].map((isDone) => dyingAfter(call, count, isDone));
    const faults: unknown[] = [];
    for (const end of ends) await fillDemo(end, at).catch((error: unknown) => faults.push(error));
    expect(faults.filter((fault) => fault !== KILLED)).toEqual([]);
    if (faults.length === 0) break;
    interruptions += faults.length;
  }
  // Reads of what is there, and each kind of write.
  expect(interruptions).toBeGreaterThan(15);

  const client = await system.newClient(institutionId);
  const walk = async (path: string, query = {}) => (await client.walk(path, query)) as Shown[];
  const read = async () => {
    const codes = ['NH-0006', 'NH-0007', 'NH-0008', 'NH-0009'];
    const logs = await Promise.all(codes.map((code) => walk('/time-tracking/logs', { code })));
    return { lessons: await walk('/appointments'), logs: logs.flat() };
  };
  const { lessons, logs } = await read();
  expect(lessons).toHaveLength(28);
  expect(logs.filter(({ autoClosed }) => autoClosed)).toHaveLength(1);
  expect(logs.filter(({ note }) => note === 'Left early')).toHaveLength(1);
  expect(logs.filter(({ status }) => status !== 'closed')).toEqual([]);
  expect(new Set(logs.map(({ userId, startTime }) => `${userId} ${startTime}`)).size).toBe(logs.length);

  const [group] = await walk('/user-groups', { limit: '1' });
  const [member] = await walk(`/user-groups/${group?.id}/members`, { limit: '1' });
  expect(await walk('/appointments', { userId: member?.id ?? '' })).toHaveLength(8);

  await fillDemo(call, at);
  expect(await read()).toEqual({ lessons, logs });
});
