import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitState } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { type Known, keysOf, type Problem, problemsOf, stillTold, untold } from './problems.ts';

const NOW = Date.parse('2026-10-05T08:00:00.000Z');
const AT = { now: NOW, timeZone: 'Asia/Tokyo' };

type Secret = Known['integrations'][number]['secrets'][number];
const secret = (hint: string, expiresAt?: string) => ({ hint, expiresAt }) as Secret;
const integration = (given: Partial<Known['integrations'][number]> = {}) => ({
  ...{ id: 'i', name: 'HR export', isActive: true, isDirectorySync: false, secrets: [] },
  ...given,
});
const usage = (limitState: LimitState, rateLimited = 0n, leastRemaining?: number) => ({
  ...{ integrationId: 'i', limitState, rateLimited },
  ...(leastRemaining !== undefined && { leastRemaining }),
});
const texts = (known: Partial<Known>) =>
  problemsOf({ endpoints: [], integrations: [integration()], usages: [], ...known }, AT).map(
    ({ name, text, path }) => `${name} ${text} → ${path}`,
  );

describe('a problem', () => {
  it('is a webhook that the platform has switched off, not one that people have', () => {
    const endpoints = [
      { id: 'a', url: 'https://a.example', disabledReason: 'failures' },
      { id: 'b', url: 'https://b.example', disabledReason: 'gone' },
      { id: 'c', url: 'https://c.example' },
    ];
    expect(texts({ endpoints })).toEqual([
      'https://a.example has failed for too long and gets no events → /webhooks/a',
      'https://b.example has answered that it is gone and gets no events → /webhooks/b',
    ]);
  });

  it('is an integration that is near or over its limits', () => {
    expect(texts({ usages: [usage(LimitState.UNSPECIFIED, 0n, 201)] })).toEqual([]);
    expect(texts({ usages: [usage(LimitState.NEAR, 0n, 150)] })).toEqual([
      'HR export came near its limit: in the last hour, only 150 requests were left of a minute’s → /integrations/i',
    ]);
    expect(texts({ usages: [usage(LimitState.OVER, 1_200n)] })).toEqual([
      'HR export asked for more than its limits allow: 1,200 requests were rejected in 24 hours → /integrations/i',
    ]);
    expect(texts({ usages: [usage(LimitState.OVER, 1n)] })[0]).toContain('1 request was rejected');
  });

  it('is a secret that ends within seven days, in the institution’s time', () => {
    const secrets = [
      secret('past', '2026-10-05T09:00:00.000Z'),
      secret('last', '2026-10-12T08:00:00.000Z'),
      secret('later', '2026-10-12T08:00:00.001Z'),
      secret('current'),
    ];
    expect(texts({ integrations: [integration({ secrets })] })).toEqual([
      'HR export has an old secret that ends on 5 Oct 2026, 18:00 → /integrations/i',
      'HR export has an old secret that ends on 12 Oct 2026, 17:00 → /integrations/i',
    ]);
    expect(texts({ integrations: [integration({ secrets: secrets.slice(0, 1), isDirectorySync: true })] })).toEqual([
      'HR export has an old token that ends on 5 Oct 2026, 18:00 → /integrations/directory-sync',
    ]);
  });

  it('is none of an integration that is deactivated', () => {
    const off = integration({ isActive: false, secrets: [secret('past', '2026-10-05T09:00:00.000Z')] });
    expect(texts({ integrations: [off], usages: [usage(LimitState.OVER, 5n)] })).toEqual([]);
  });

  it('over a limit says what one near it says, so that the lesser one is not new after it', () => {
    const [over] = problemsOf(
      { endpoints: [], integrations: [integration()], usages: [usage(LimitState.OVER, 5n)] },
      AT,
    );
    const [near] = problemsOf({ endpoints: [], integrations: [integration()], usages: [usage(LimitState.NEAR)] }, AT);
    if (!over || !near) throw new Error('no problems');
    expect(untold([near], keysOf([over]))).toEqual([]);
    expect(untold([over], keysOf([near]))).toEqual([over]);
  });
});

it('whoever is told of what is new is told of every problem once each time that it begins, and no more often', () => {
  const problem = (key: string): Problem => ({ keys: [key], name: key, text: '', path: '' });
  // At each look: the problems that there are, and whether an email may be sent.
  const looks = fc.array(fc.tuple(fc.uniqueArray(fc.constantFrom('a', 'b', 'c')), fc.boolean()), { maxLength: 30 });
  fc.assert(
    fc.property(looks, (all) => {
      let told: string[] = [];
      // What the last email has told, and has lasted at each look since.
      let lasting = new Set<string>();
      for (const [keys, mayMail] of all) {
        const problems = keys.map(problem);
        told = stillTold(problems, told);
        lasting = lasting.intersection(new Set(keys));
        const isNew = untold(problems, told).length > 0;
        expect(isNew).toBe(keys.some((key) => !lasting.has(key)));
        if (!isNew || !mayMail) continue;
        told = keysOf(problems);
        lasting = new Set(keys);
      }
    }),
  );
});
