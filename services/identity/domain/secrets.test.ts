import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInstantText } from '../../../platform/core/instant.ts';
import {
  hintOf,
  liveSecrets,
  newSecret,
  rotated,
  type Secrets,
  type StoredSecret,
  withoutPrevious,
} from './secrets.ts';

const START = Date.UTC(2026, 9, 5);
const HOUR_MS = 3_600_000;

/** What somebody does to an integration's secrets, after a while. */
type Step = Readonly<
  { afterMs: number } & ({ keepMs: number | undefined; isStale: boolean } | { end: number | 'all' })
>;
const afterMs = fc.constantFrom(0, 1, HOUR_MS - 1, HOUR_MS, 25 * HOUR_MS);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        afterMs,
        keepMs: fc.constantFrom(0, HOUR_MS, 24 * HOUR_MS, undefined),
        isStale: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ afterMs, end: fc.constantFrom<'all' | number>('all', 0, 1, 2) }) },
  ),
  { maxLength: 30 },
);

function refusalOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('secrets', () => {
  it('live as long as was promised when each was replaced, or until they are ended; three at most', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let now = START;
        let secrets: Secrets = [newSecret('0', now)];
        /** Until when each secret lives, by its hash; those that live without an end have Infinity. */
        const promised = new Map([[secrets[0].hash, Number.POSITIVE_INFINITY]]);
        const live = () => [...promised].flatMap(([hash, until]) => (until > now ? [hash] : []));
        for (const [index, step] of taken.entries()) {
          now += step.afterMs;
          const before = live();
          const current = secrets.at(-1) as StoredSecret;
          if ('end' in step) {
            const named = step.end === 'all' ? undefined : before[step.end];
            const hint = named?.slice(0, 16) ?? (step.end === 'all' ? undefined : 'unknown');
            const isRefused = step.end !== 'all' && (named === undefined || named === current.hash);
            expect(refusalOf(() => withoutPrevious(secrets, hint, now))).toBe(isRefused ? 'SECRET_STALE' : null);
            if (isRefused) continue;
            secrets = withoutPrevious(secrets, hint, now);
            for (const hash of before) if (hash !== current.hash && (named ?? hash) === hash) promised.delete(hash);
          } else {
            const hints = [hintOf(current), step.isStale ? (before[0] ?? '').slice(0, 16) : undefined];
            const options = { now, keepPreviousMs: step.keepMs, currentHint: step.isStale ? hints[1] : hints[0] };
            const isStale = options.currentHint !== hintOf(current);
            const refusal = isStale ? 'SECRET_STALE' : before.length === 3 ? 'SECRETS_EXHAUSTED' : null;
            expect(refusalOf(() => rotated(secrets, `${index + 1}`, options))).toBe(refusal);
            if (refusal !== null) continue;
            secrets = rotated(secrets, `${index + 1}`, options);
            promised.set(current.hash, step.keepMs === undefined ? Number.POSITIVE_INFINITY : now + step.keepMs);
            promised.set((secrets.at(-1) as StoredSecret).hash, Number.POSITIVE_INFINITY);
          }
          const alive = live();
          expect(liveSecrets(secrets, now).map(({ hash }) => hash)).toEqual(alive);
          expect(alive.length).toBeLessThanOrEqual(3);
          expect(secrets.length).toBeLessThanOrEqual(3);
        }
      }),
    );
  });

  it('that were ended at once stay ended when the clock is set back', () => {
    const options = { now: START, keepPreviousMs: 0, currentHint: undefined };
    const secrets = rotated([newSecret('leaked', START - HOUR_MS)], 'new', options);
    expect(liveSecrets(secrets, START - 1)).toMatchObject([{ createdAt: toInstantText(START) }]);
  });
});
