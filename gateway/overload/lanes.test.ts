import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { Lanes, type LargeService } from './lanes.ts';

let lanes: Lanes;
let begun: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  lanes = new Lanes();
  begun = [];
  ends = new Map();
});

interface Read {
  /** How large it is found to be when it ends. */
  readonly bytes?: number;
  readonly client?: string;
  readonly institution?: string;
  readonly service?: LargeService;
  readonly signal?: AbortSignal;
  readonly deadline?: number;
}

const LATER = deadlineAfter(600_000);

/** A read that goes on until it is ended. */
function read(
  name: string,
  { bytes = LARGE, client = 'ann', institution = 'x', service = 'scheduling', signal, deadline = LATER }: Read = {},
) {
  const wait = { deadline, ...(signal ? { signal } : {}) };
  const tenant = { institutionId: institution, integrationId: client };
  const work = () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return lanes.run(service, tenant, wait, work, () => bytes);
}

/** Of which few are under way at once. */
const LARGE = 8 * 1024 * 1024;

/** An institution that has had a large read of the service. */
async function afterLarge(of: Read = {}): Promise<void> {
  void read('before', of);
  await end('before');
  begun = [];
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await new Promise(setImmediate);
}

it('few large ones of an institution are under way at once; the next begins when one ends', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd']) void read(name);
  expect([begun, lanes.waiting]).toEqual([['a', 'b'], 2]);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  for (const name of ['e', 'f', 'g']) void read(name);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('neither another institution nor another service waits for them', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c']) void read(name);
  void read('other', { institution: 'y' });
  void read('elsewhere', { service: 'curricula' });
  expect(begun).toEqual(['a', 'b', 'other', 'elsewhere']);
});

it('clients of the institution have their turns, however much each waits with', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void read(name);
  void read('bob', { client: 'bob' });
  for (const name of ['a', 'b']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c', 'bob']);
});

it('one that fails makes room', async () => {
  await afterLarge();
  const wait = { deadline: LATER };
  const ann = { institutionId: 'x', integrationId: 'ann' };
  const fails = () => Promise.reject(new Error('broken'));
  void read('a');
  for (const _ of [1, 2, 3])
    await expect(lanes.run('scheduling', ann, wait, fails, () => LARGE)).rejects.toThrow('broken');
  void read('b');
  expect(begun).toEqual(['a', 'b']);
});

it('whose client goes does not begin, and keeps no place', async () => {
  await afterLarge();
  const gone = new AbortController();
  for (const name of ['a', 'b']) void read(name);
  const left = read('left', { signal: gone.signal });
  void read('c');
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  await expect(read('late', { signal: gone.signal })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  for (const name of ['a', 'b']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('whose deadline passes meanwhile does not begin', async () => {
  await afterLarge();
  for (const name of ['a', 'b']) void read(name);
  await expect(read('late', { deadline: deadlineAfter(1) })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  await end('a');
  expect(begun).toEqual(['a', 'b']);
});

it('the first of an institution, whose size nobody knows, are four at once', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) void read(name);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

it('small ones pass in great number, soon after large ones, too', async () => {
  await afterLarge();
  for (let n = 0; n < 50; n++) {
    void read(`small ${n}`, { bytes: 1_000 });
    await end(`small ${n}`);
  }
  begun = [];
  for (let n = 0; n < 200; n++) void read(`at once ${n}`, { bytes: 1_000 });
  expect(begun).toHaveLength(200);
});

it('no number of large ones that have ended lets more than their bytes begin', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: LARGE }), { maxLength: 30 }), async (sizes) => {
      lanes = new Lanes();
      begun = [];
      for (const [n, bytes] of sizes.entries()) {
        void read(`${n}`, { bytes });
        await end(`${n}`);
      }
      const largest = Math.max(0, ...sizes.slice(-1));
      begun = [];
      for (let n = 0; n < 20; n++) void read(`next ${n}`);
      expect(begun.length).toBeGreaterThanOrEqual(2);
      if (largest > 0) expect(begun.length).toBeLessThanOrEqual(Math.max(2, Math.floor((4 * 1024 * 1024) / largest)));
    }),
  ));
