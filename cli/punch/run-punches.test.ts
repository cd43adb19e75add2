import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fate, FaultyProxy } from '../../test/support/faulty-proxy.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import type { Member } from '../../test/time-tracking/member.ts';
import { type School, schoolIn } from '../../test/time-tracking/school-in.ts';
import { Api } from './api/api.ts';
import { PUNCH_KINDS, type Punch } from './punch.ts';
import { type Outcome, runPunches } from './run-punches.ts';

let system: TestSystem;
let school: School;
let proxy: FaultyProxy;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  school = await schoolIn(system, 'Europe/Berlin');
});

beforeEach(async () => {
  proxy = await FaultyProxy.open(system.url);
});

afterEach(() => proxy.close());
afterAll(() => system?.stop());

/** Runs through the proxy; waiting advances the platform's clock. */
function run(punches: readonly Punch[], isOffline: boolean, client = school.client): Promise<Outcome> {
  const { clientId, clientSecret } = client;
  const config = { url: `${proxy.url}/api/v4`, clientId, clientSecret };
  return runPunches({
    file: {
      check: async () => punches.length,
      async *punches() {
        yield* punches;
      },
    },
    api: new Api(config, async (ms) => system.clock.advance(ms)),
    isOffline,
    onRefusal: () => undefined,
    onProgress: () => undefined,
  });
}

/** A working day with a break, for each member. */
function days(members: readonly Member[]): Punch[] {
  const hours = { start: 8, pause: 12, resume: 13, stop: 17 } as const;
  const rows = Object.entries(hours).flatMap(([kind, hour]) =>
    members.map(({ code }) => ({ code, kind: kind as keyof typeof hours, time: Date.UTC(2026, 9, 5, hour) })),
  );
  return rows.map((row, index) => ({ line: index + 2, ...row }));
}

const newMembers = (count: number) => Promise.all(Array.from({ length: count }, () => school.newMember()));

const unavailable: Fate = {
  status: 503,
  type: 'application/problem+json',
  body: '{"status":503,"code":"internal_error"}',
};

describe.each([false, true])('with --offline %s', (isOffline) => {
  it('lost responses cause no loss and no duplicates', async () => {
    const members = await newMembers(5);
    proxy.fates.push('answer-lost', 'lost', unavailable, 'answer-lost', 'pass', 'lost', 'answer-lost');
    const outcome = await run(days(members), isOffline);
    expect(outcome).toMatchObject({ rows: 20, refused: 0, unsent: 0 });
    expect(outcome.accepted + outcome.replayed).toBe(20);
    for (const member of members) {
      expect(await member.state()).toMatchObject({ active: null, logs: [{ pauses: [{}], workedMinutes: 480 }] });
    }
    expect(await run(days(members), isOffline)).toMatchObject({ accepted: 0, replayed: 20, refused: 0 });
  });

  it('an outage ends the run, and the next run continues', async () => {
    const members = await newMembers(5);
    proxy.fates.push(...Array(isOffline ? 0 : 7).fill('pass'), ...Array(60).fill('lost'));
    const broken = await run(days(members), isOffline);
    expect(broken.failure).toMatchObject({ message: expect.stringContaining('does not answer') });
    expect(broken.unsent).toBeGreaterThan(0);
    expect(broken.accepted + broken.unsent).toBe(20);
    proxy.fates.length = 0;
    const next = await run(days(members), isOffline);
    expect(next).toEqual({ rows: 20, accepted: broken.unsent, replayed: broken.accepted, refused: 0, unsent: 0 });
  });

  it('sending any file again changes nothing', async () => {
    const row = fc.record({
      member: fc.nat(2),
      kind: fc.constantFrom(...PUNCH_KINDS, 'stop' as const),
      minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 600, max: 1800 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
        // The members' own client is below its rate limit in every round.
        system.clock.advance(60_000);
        const members = await newMembers(3);
        let time = Date.UTC(2026, 9, 23);
        const punches = rows.map(({ member, kind, minutes }, index): Punch => {
          time += minutes * 60_000;
          const label = kind === 'timestamp' ? { label: 'Lab' } : {};
          return { line: index + 2, code: members[member]?.code ?? '', kind, time, ...label };
        });
        const states = () => Promise.all(members.map((member) => member.state()));
        const first = await run(punches, isOffline);
        const before = await states();
        expect(await run(punches, isOffline)).toEqual({ ...first, accepted: 0, replayed: first.accepted });
        expect(await states()).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });
});

it('all rows are accepted despite the rate limit', async () => {
  const members = await newMembers(300);
  const client = await system.newClient(school.id);
  expect(await run(days(members), false, client)).toMatchObject({ rows: 1200, accepted: 1200, refused: 0 });
});
