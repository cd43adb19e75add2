import { beforeEach, expect, it } from 'vitest';
import { deadlineAfter } from '../../services/chassis/clock.ts';
import { Lanes, type LargeService } from './lanes.ts';

let lanes: Lanes;
let begun: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  lanes = new Lanes(2);
  begun = [];
  ends = new Map();
});

interface Read {
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
  { client = 'ann', institution = 'x', service = 'scheduling', signal, deadline = LATER }: Read = {},
) {
  const wait = { deadline, ...(signal ? { signal } : {}) };
  return lanes.run(service, { institutionId: institution, integrationId: client }, wait, () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  });
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await new Promise(setImmediate);
}

it('few of an institution are under way at once; the next begins when one ends', async () => {
  for (const name of ['a', 'b', 'c', 'd']) void read(name);
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  for (const name of ['e', 'f', 'g']) void read(name);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('neither another institution nor another service waits for them', () => {
  for (const name of ['a', 'b', 'c']) void read(name);
  void read('other', { institution: 'y' });
  void read('elsewhere', { service: 'curricula' });
  expect(begun).toEqual(['a', 'b', 'other', 'elsewhere']);
});

it('clients of the institution have their turns, however much each waits with', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) void read(name);
  void read('bob', { client: 'bob' });
  for (const name of ['a', 'b']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c', 'bob']);
});

it('one that fails makes room', async () => {
  const wait = { deadline: LATER };
  const ann = { institutionId: 'x', integrationId: 'ann' };
  const fails = () => Promise.reject(new Error('broken'));
  void read('a');
  for (const _ of [1, 2, 3]) await expect(lanes.run('scheduling', ann, wait, fails)).rejects.toThrow('broken');
  void read('b');
  expect(begun).toEqual(['a', 'b']);
});

it('whose client goes does not begin, and keeps no place', async () => {
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
  for (const name of ['a', 'b']) void read(name);
  await expect(read('late', { deadline: deadlineAfter(1) })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  await end('a');
  expect(begun).toEqual(['a', 'b']);
});
