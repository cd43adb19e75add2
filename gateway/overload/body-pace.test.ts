import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BodyPace } from './body-pace.ts';

let pace: BodyPace;
let received: string[];
let hasNeighbours: boolean;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  hasNeighbours = true;
  pace = new BodyPace({ has: () => hasNeighbours });
  received = [];
});
afterEach(() => vi.useRealTimers());

const MEBIBYTE = 1024 * 1024;

function take(name: string, { bytes = MEBIBYTE, institution = 'x', client = 'ann' } = {}): void {
  pace.take({ institutionId: institution, integrationId: client }, bytes, () => received.push(name));
}

it('an institution receives 8 MiB per second while others have requests', () => {
  for (let n = 1; n <= 20; n++) take(`${n}`);
  expect(received).toEqual(['1']);
  vi.advanceTimersByTime(124);
  expect(received).toEqual(['1']);
  vi.advanceTimersByTime(876);
  expect(received).toHaveLength(9);
  vi.advanceTimersByTime(2_000);
  expect(received).toHaveLength(20);
  take('later');
  expect(received.at(-1)).toBe('later');
});

it('clients take turns', () => {
  for (const name of ['a1', 'a2', 'a3']) take(name);
  for (const name of ['b1', 'b2']) take(name, { client: 'bob' });
  vi.advanceTimersByTime(1_000);
  expect(received).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

it('institutions do not wait for one another', () => {
  for (const name of ['x1', 'x2']) take(name);
  take('y1', { institution: 'y' });
  expect(received).toEqual(['x1', 'y1']);
});

it('small bodies are counted together, however many there are', () => {
  for (let n = 0; n < 10_000; n++) take(`${n}`, { bytes: 5_000 });
  vi.advanceTimersByTime(1_000);
  const inASecond = received.length * 5_000;
  expect(inASecond).toBeGreaterThan(7 * MEBIBYTE);
  expect(inASecond).toBeLessThan(10 * MEBIBYTE);
});

it('an institution that is alone, or alone again, is not limited', () => {
  hasNeighbours = false;
  for (const name of ['a', 'b', 'c']) take(name);
  expect(received).toEqual(['a', 'b', 'c']);
  hasNeighbours = true;
  for (const name of ['d', 'e', 'f']) take(name);
  expect(received).toEqual(['a', 'b', 'c', 'd']);
  hasNeighbours = false;
  vi.advanceTimersByTime(125);
  expect(received).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
