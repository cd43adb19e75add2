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
  /** The size it turns out to have when it ends. */
  readonly bytes?: number;
  /** The size of its body. */
  readonly announced?: number;
  readonly isRead?: boolean;
  readonly client?: string;
  readonly institution?: string;
  readonly service?: LargeService;
  readonly signal?: AbortSignal;
  readonly deadline?: number;
}

const LATER = deadlineAfter(600_000);

/** A read that lasts until the test ends it. */
function read(
  name: string,
  {
    bytes = LARGE,
    announced = 0,
    isRead = true,
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
  return limits.run(service, tenant, callOptions, { isRead, announced, moved: () => bytes }, work);
}

/** Of this size only a few are in flight at once. */
const LARGE = 32 * 1024 * 1024;

/** The longest pause. */
const LONGEST_PAUSE_MS = 3_000;

/** Makes an institution have had a large read of the service. */
async function afterLarge(of: Read = {}): Promise<void> {
  void read('before', of);
  await end('before');
  begun = [];
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await new Promise(setImmediate);
}

it('few large requests of an institution are in flight at once; the next begins when one ends', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void read(name);
  expect([begun, limits.waiting]).toEqual([['a', 'b', 'c', 'd'], 2]);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const name of ['a', 'c', 'd', 'e', 'f']) await end(name);
  expect(limits.waiting).toBe(0);
});

it('large requests pass one at a time while others have requests, and the one that has waited longest begins after a pause', async () => {
  await afterLarge();
  hasNeighbours = true;
  for (const name of ['a', 'b', 'c']) void read(name);
  expect([begun, limits.waiting]).toEqual([['a'], 2]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    vi.advanceTimersByTime(100);
    await end('a');
    vi.advanceTimersByTime(95);
    expect(begun).toEqual(['a']);
    // It began by the real clock: the pause is a little longer than the time advanced.
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

it('a client that disconnects during a large request causes a pause while others have requests, and its size is not recorded', async () => {
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

/** Makes an institution have had many small requests, and then 200 at once. */
async function afterSmall(of: Read): Promise<void> {
  for (let n = 0; n < 50; n++) {
    void read(`small ${n}`, { ...of, bytes: 1_000 });
    await end(`small ${n}`);
  }
  begun = [];
  for (let n = 0; n < 200; n++) void read(`at once ${n}`, { ...of, bytes: 1_000 });
}

it('small writes cause no pauses while others have requests', async () => {
  hasNeighbours = true;
  await afterSmall({ isRead: false });
  expect(begun).toHaveLength(200);
});

it.each([
  [true, 4],
  [false, 64],
])(
  'of reads after many small ones, each of which may be the largest (neighbours: %s), %i run at once',
  async (others, atOnce) => {
    hasNeighbours = others;
    await afterSmall({ isRead: true });
    expect(begun).toHaveLength(atOnce);
  },
);

it('a large body counts before its request has ended, however small recent requests were', async () => {
  hasNeighbours = true;
  for (let n = 0; n < 50; n++) {
    void read(`small ${n}`, { bytes: 1_000 });
    await end(`small ${n}`);
  }
  begun = [];
  for (const name of ['a', 'b', 'c']) void read(name, { announced: 4_000_000, bytes: 1_000 });
  expect([begun, limits.waiting]).toEqual([['a'], 2]);
});

it('later small requests do not overtake a large one', async () => {
  hasNeighbours = true;
  void read('small', { bytes: 1_000 });
  void read('large', { announced: 32 * MIB });
  void read('later', { bytes: 1_000 });
  expect(begun).toEqual(['small']);
  await end('small');
  expect(begun).toEqual(['small', 'large']);
});

it('neither another institution nor another service waits for large requests', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void read(name);
  void read('other', { institution: 'y' });
  void read('elsewhere', { service: 'curricula' });
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'other', 'elsewhere']);
});

it('clients of an institution take turns, however much each has queued', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) void read(name);
  void read('bob', { client: 'bob' });
  for (const name of ['a', 'b']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'bob']);
});

it.each([
  [true, 13],
  [false, 104],
])('of an institution that is alone, with 160 KB each (reads: %s), %i requests run at once', async (isRead, atOnce) => {
  await afterSmall({ isRead: false });
  for (let n = 0; n < 200; n++) await end(`at once ${n}`);
  begun = [];
  for (let n = 0; n < 200; n++) void read(`${n}`, { isRead, announced: 160_000 });
  expect(begun).toHaveLength(atOnce);
});

it('a request that fails frees its slot', async () => {
  await afterLarge();
  const callOptions = { deadline: LATER };
  const ann = { institutionId: 'x', integrationId: 'ann' };
  const fails = () => Promise.reject(new Error('broken'));
  for (const name of ['a', 'b', 'c']) void read(name);
  for (const _ of [1, 2, 3])
    await expect(
      limits.run('scheduling', ann, callOptions, { isRead: true, announced: 0, moved: () => LARGE }, fails),
    ).rejects.toThrow('broken');
  void read('d');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

it('a request whose client disconnects does not begin, and holds no slot', async () => {
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

it('a request whose deadline passes in the queue does not begin', async () => {
  await afterLarge();
  for (const name of ['a', 'b', 'c', 'd']) void read(name);
  await expect(read('late', { deadline: deadlineAfter(1) })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

it.each([
  [true, 1],
  [false, 4],
])('of an institution’s first requests, whose size is unknown (neighbours: %s), %i run at once', (others, atOnce) => {
  hasNeighbours = others;
  for (let n = 0; n < 20; n++) void read(`${n}`);
  expect(begun).toHaveLength(atOnce);
});

it('the weight in flight never exceeds the bound, except for a single request', () =>
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
/** Below this size no pause follows. */
const SMALL = 250_000;
