import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { LargeRequestLimits, type LargeService } from './large-request-limits.ts';

let limits: LargeRequestLimits;
let begun: string[];
let ends: Map<string, () => void>;
let hasNeighbours: boolean;
beforeEach(() => {
  hasNeighbours = false;
  limits = new LargeRequestLimits({ has: () => hasNeighbours });
  begun = [];
  ends = new Map();
});

interface Read {
  /** How large it is found to be when it ends. */
  readonly bytes?: number;
  /** How large its body is. */
  readonly announced?: number;
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
  {
    bytes = LARGE,
    announced = 0,
    client = 'ann',
    institution = 'x',
    service = 'scheduling',
    signal,
    deadline = LATER,
  }: Read = {},
) {
  const callOptions = { deadline, ...(signal ? { signal } : {}) };
  const tenant = { institutionId: institution, integrationId: client };
  const work = () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return limits.run(service, tenant, callOptions, { announced, moved: () => bytes }, work);
}

/** Of which few are under way at once. */
const LARGE = 32 * 1024 * 1024;

/** What a lane rests at most. */
const LONGEST_PAUSE_MS = 3_000;

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
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void read(name);
  expect([begun, limits.waiting]).toEqual([['a', 'b', 'c', 'd'], 2]);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const name of ['a', 'c', 'd', 'e', 'f']) await end(name);
  expect(limits.waiting).toBe(0);
});

it('beside others they pass one at a time, and what has waited longest begins after a pause', async () => {
  await afterLarge();
  hasNeighbours = true;
  for (const name of ['a', 'b', 'c']) void read(name);
  expect([begun, limits.waiting]).toEqual([['a'], 2]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    vi.advanceTimersByTime(100);
    await end('a');
    vi.advanceTimersByTime(250);
    expect(begun).toEqual(['a']);
    // It began by the real clock: the rest is a little longer than what was advanced.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(['a', 'b']);
    vi.advanceTimersByTime(60_000);
    await end('b');
    await vi.advanceTimersByTimeAsync(LONGEST_PAUSE_MS);
    expect(begun).toEqual(['a', 'b', 'c']);
  } finally {
    vi.useRealTimers();
  }
});

it('beside others a client who goes amid a large one costs a pause, and makes nobody believe that it was small', async () => {
  await afterLarge();
  hasNeighbours = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    for (let n = 0; n < 30; n++) {
      const gone = new AbortController();
      void read(`gone ${n}`, { bytes: 0, signal: gone.signal });
      gone.abort();
      await end(`gone ${n}`);
      if (n < 29) await vi.advanceTimersByTimeAsync(LONGEST_PAUSE_MS);
    }
    void read('next');
    await vi.advanceTimersByTimeAsync(150);
    expect(begun).not.toContain('next');
    await vi.advanceTimersByTimeAsync(LONGEST_PAUSE_MS);
    expect(begun).toContain('next');
    await end('next');
    await vi.advanceTimersByTimeAsync(LONGEST_PAUSE_MS);
    begun = [];
    for (const name of ['a', 'b', 'c']) void read(name);
    expect([begun, limits.waiting]).toEqual([['a'], 2]);
  } finally {
    vi.useRealTimers();
  }
});

it('small ones take no pauses beside others', async () => {
  hasNeighbours = true;
  for (let n = 0; n < 50; n++) {
    void read(`small ${n}`, { bytes: 1_000 });
    await end(`small ${n}`);
  }
  begun = [];
  for (let n = 0; n < 200; n++) void read(`at once ${n}`, { bytes: 1_000 });
  expect(begun).toHaveLength(200);
});

it('a large body counts before its request has ended, however small all were of late', async () => {
  hasNeighbours = true;
  for (let n = 0; n < 50; n++) {
    void read(`small ${n}`, { bytes: 1_000 });
    await end(`small ${n}`);
  }
  begun = [];
  for (const name of ['a', 'b', 'c']) void read(name, { announced: 4_000_000, bytes: 1_000 });
  expect([begun, limits.waiting]).toEqual([['a'], 2]);
});

it('small ones that come later do not keep a large one waiting', async () => {
  hasNeighbours = true;
  void read('small', { bytes: 1_000 });
  void read('large', { announced: 32 * MIB });
  void read('later', { bytes: 1_000 });
  expect(begun).toEqual(['small']);
  await end('small');
  expect(begun).toEqual(['small', 'large']);
});

it('neither another institution nor another service waits for them', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void read(name);
  void read('other', { institution: 'y' });
  void read('elsewhere', { service: 'curricula' });
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'other', 'elsewhere']);
});

it('clients of the institution have their turns, however much each waits with', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) void read(name);
  void read('bob', { client: 'bob' });
  for (const name of ['a', 'b']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'bob']);
});

it('one that fails makes room', async () => {
  await afterLarge();
  const callOptions = { deadline: LATER };
  const ann = { institutionId: 'x', integrationId: 'ann' };
  const fails = () => Promise.reject(new Error('broken'));
  for (const name of ['a', 'b', 'c']) void read(name);
  for (const _ of [1, 2, 3])
    await expect(
      limits.run('scheduling', ann, callOptions, { announced: 0, moved: () => LARGE }, fails),
    ).rejects.toThrow('broken');
  void read('d');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

it('whose client goes does not begin, and keeps no slot', async () => {
  await afterLarge();
  const gone = new AbortController();
  for (const name of ['a', 'b', 'c', 'd']) void read(name);
  const left = read('left', { signal: gone.signal });
  void read('e');
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  await expect(read('late', { signal: gone.signal })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  for (const name of ['a', 'b']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('whose deadline passes meanwhile does not begin', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd']) void read(name);
  await expect(read('late', { deadline: deadlineAfter(1) })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

it.each([
  [true, 1],
  [false, 16],
])('the first of an institution, whose answers nobody knows (neighbours: %s), are %i at once', (others, atOnce) => {
  hasNeighbours = others;
  for (let n = 0; n < 20; n++) void read(`${n}`);
  expect(begun).toHaveLength(atOnce);
});

it('what is under way at once never weighs more than the bound, but for one', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ announced: fc.nat(MIB * 2), bytes: fc.nat(SMALL) }), { maxLength: 30 }),
      async (requests) => {
        hasNeighbours = true;
        limits = new LargeRequestLimits({ has: () => hasNeighbours });
        const sizes = new Map<string, number>();
        begun = [];
        ends = new Map();
        for (const [n, { announced, bytes }] of requests.entries()) {
          sizes.set(`${n}`, announced);
          void read(`${n}`, { announced, bytes });
          const underWay = begun.filter((name) => ends.has(name));
          const weight = underWay.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
          expect(underWay.length === 1 || weight <= MIB).toBe(true);
          if (n % 3 === 2) await end(underWay[0] ?? '').then(() => ends.delete(underWay[0] ?? ''));
        }
      },
    ),
  ));

const MIB = 1024 * 1024;
/** After which nothing rests. */
const SMALL = 250_000;
