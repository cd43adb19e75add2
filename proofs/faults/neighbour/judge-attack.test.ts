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
  expect(rowOfAttack(bounded, { attempts: [before, ...own] }, nobody).cells).toEqual([
    ...['many', 100, 0, '51 ms', '100 ms', '100 ms', 'get user 100 ms', 'gateway-1 700 of 768 MiB'],
    ...['directory 50 %, gateway-1 25 %', 0, 0, '200: 3, 503 internal_error: 2'],
  ]);
});

describe('finds', () => {
  it.each<[failure: string, Partial<Attempt>]>([
    ['get user: 503', { outcome: 503, failed: true }],
    ['get user: 429', { outcome: 429, failed: true }],
    // Though another gateway has answered.
    ['get user: cut off', { outcome: 'cut off' }],
    ['get user: late', { outcome: 'late', failed: true }],
  ])('%s of the other', (failure, change) => {
    const found = judge(bounded, [attempt(1, change)]);
    expect(found).toEqual([`many: the other institution has met with ${failure}, 1 times`]);
  });

  it('that the other institution got no response', () => {
    expect(judge(bounded, [])).toEqual(['many: the other institution was not answered at all']);
  });

  it('a p99 above the limit', () => {
    expect(judge(bounded, [attempt(251)], 250)).toEqual(["many: the other's p99 was 251 ms"]);
  });

  const full = [{ name: 'directory', mib: 513, limitMiB: 512, cpuMs: 0 }];
  it.each<[failure: string, Partial<AttackRun>]>([
    ['the attacker was answered 500 no problem, 1 times', { answers: { ...bounded.answers, '500 no problem': 1 } }],
    ['the attacker was never answered 503 internal_error', { answers: { '200': 5 } }],
    ['directory held 513 MiB of 512', { used: full }],
    ['scheduling is gone', { gone: ['scheduling'] }],
  ])('%s', (failure, change) => {
    expect(judge({ ...bounded, ...change }, [attempt(1)])).toEqual([`many: ${failure}`]);
  });

  it('errors without an attack, too', () => {
    const baseline = { ...bounded, attack: undefined, answers: {} };
    expect(judge(baseline, [attempt(1, { outcome: 503, failed: true })])).toEqual([
      'no attack: the other institution has met with get user: 503, 1 times',
    ]);
  });
});
