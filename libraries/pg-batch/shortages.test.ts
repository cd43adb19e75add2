import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Shortages } from './shortages.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function failure(code: string, message = 'no'): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code });
}

function watched() {
  const lines: object[] = [];
  const log = { debug: vi.fn(), warn: vi.fn(), error: (line: object) => void lines.push(line) };
  return { lines, shortages: new Shortages(log) };
}

it('counts each resource separately, and nothing else', () => {
  const { shortages, lines } = watched();
  for (const code of ['53100', '53200', '53300', '53300', 'XX001', 'XX002', '23505', '57P01'])
    shortages.note(failure(code));
  shortages.note(new Error('No space left on device'));
  expect(shortages.counts).toEqual({ disk: 1, memory: 1, connections: 2, pages: 2 });
  expect(lines).toMatchObject(['disk', 'memory', 'connections', 'pages'].map((resource) => ({ resource })));
});

it('ends a minute after the last failure, and is logged once a minute until then', () => {
  const { shortages, lines } = watched();
  expect(shortages.isDiskFull).toBe(false);
  for (let second = 0; second < 90; second++) {
    shortages.note(failure('53100'));
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(58_000);
  expect(shortages.isDiskFull).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(shortages.isDiskFull).toBe(false);
});
