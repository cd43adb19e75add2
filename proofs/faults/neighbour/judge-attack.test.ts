import { describe, expect, it } from 'vitest';
import type { Attempt } from '../traffic/journal.ts';
import type { AttackRun } from './attack-all.ts';
import type { Attack } from './attacks/attack.ts';
import { failuresOfAttack, rowOfAttack } from './judge-attack.ts';

const attack: Attack = {
  name: 'many',
  allowed: ['200', '503 internal_error'],
  bounds: ['503 internal_error'],
  run: async () => undefined,
};
const bounded: AttackRun = {
  attack,
  began: 1_000,
  ended: 2_000,
  answers: { '200': 3, '503 internal_error': 2 },
  used: [
    { name: 'directory', mib: 100, limitMiB: 512, cpuMs: 500 },
    { name: 'gateway-1', mib: 700, limitMiB: 768, cpuMs: 250 },
  ],
  gone: [],
};
const attempt = (ms: number, change: Partial<Attempt> = {}): Attempt => {
  return { kind: 'get user', began: 1_100, ended: 1_100 + ms, outcome: 200, failed: false, ...change };
};
const nobody = { lost: [], doubled: [], broken: [] };

function judge(attackRun: AttackRun, attempts: readonly Attempt[], p99AtMostMs = Number.POSITIVE_INFINITY): string[] {
  return failuresOfAttack(attackRun, rowOfAttack(attackRun, { attempts }, nobody), p99AtMostMs);
}

it('finds nothing if the other institution gets its responses and the attacker gets documented ones', () => {
  const waiting = attempt(5, { outcome: 409 });
  expect(judge(bounded, [attempt(10), waiting], 250)).toEqual([]);
});

it('reports the durations of requests in the period, and the process closest to its memory limit', () => {
  const before = attempt(900, { began: 0, ended: 1_100 });
  const own = Array.from({ length: 100 }, (_, n) => attempt(n + 1));
  expect(rowOfAttack(bounded, { attempts: [before, ...own] }, nobody)).toMatchObject({
    requests: 100,
    p50Ms: 51,
    p99Ms: 100,
    mostMs: 100,
    answers: '200: 3, 503 internal_error: 2',
    fullest: { name: 'gateway-1' },
    busiest: [
      { name: 'directory', part: 0.5 },
      { name: 'gateway-1', part: 0.25 },
    ],
  });
});

describe('finds', () => {
  it.each<[string, Partial<Attempt>, string]>([
    ['a refusal', { outcome: 503, failed: true }, 'get user: 503'],
    ['a rate limit', { outcome: 429, failed: true }, 'get user: 429'],
    ['a cut connection, though another gateway has answered', { outcome: 'cut off' }, 'get user: cut off'],
    ['an answer that came too late', { outcome: 'late', failed: true }, 'get user: late'],
  ])('%s of the other', (_, change, failure) => {
    expect(judge(bounded, [attempt(1, change)])).toEqual([
      `many: the other institution has met with ${failure}, 1 times`,
    ]);
  });

  it('that the other institution got no response', () => {
    expect(judge(bounded, [])).toEqual(['many: the other institution was not answered at all']);
  });

  it('a p99 above the limit', () => {
    expect(judge(bounded, [attempt(251)], 250)).toEqual(["many: the other's p99 was 251 ms"]);
  });

  it.each<[string, Partial<AttackRun>, string]>([
    [
      'a 500',
      { answers: { ...bounded.answers, '500 internal_error': 1 } },
      'the attacker was answered 500 internal_error, 1 times',
    ],
    ['that nothing was bounded', { answers: { '200': 5 } }, 'the attacker was never answered 503 internal_error'],
    [
      'too much memory',
      { used: [{ name: 'directory', mib: 513, limitMiB: 512, cpuMs: 0 }] },
      'directory held 513 MiB of 512',
    ],
    ['a process that is gone', { gone: ['scheduling'] }, 'scheduling is gone'],
  ])('%s', (_, change, failure) => {
    expect(judge({ ...bounded, ...change }, [attempt(1)])).toEqual([`many: ${failure}`]);
  });

  it('errors without an attack, too', () => {
    const baseline = { ...bounded, attack: undefined, answers: {} };
    expect(judge(baseline, [attempt(1, { outcome: 503, failed: true })])).toEqual([
      'no attack: the other institution has met with get user: 503, 1 times',
    ]);
  });
});
