import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../support/postgres/query.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { must } from './member.ts';
import { actions } from './random/actions.ts';
import { repeatedDates } from './random/calendar-windows.ts';
import { checkInvariants } from './random/invariants.ts';
import { MemberRun } from './random/member-run.ts';
import { schoolIn } from './school-in.ts';

/**
 * Nights in which clocks went from shortly after midnight back to the day before, so that a date came, went and came
 * again. Which of its two ends is a day's the specification does not say; whatever it is, the records stay in order.
 */
let system: TestSystem;
let school: TestInstitution;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  school = await system.newInstitution();
});
afterAll(() => system.stop());

const RUNS = 20;

it('records stay in order, and a refusal that closes nothing changes nothing', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...repeatedDates),
    fc.array(
      actions.filter(({ kind }) => kind !== 'zone'),
      { maxLength: 30, size: 'max' },
    ),
    async (window, steps) => {
      const run = await MemberRun.begin(system, school, window);
      for (const action of steps) {
        if (action.kind === 'zone') continue;
        if (action.kind === 'replay') await run.replay(action);
        else {
          const { answer, before, after } = await run.send(action);
          expect([200, 201, 404, 409, 422]).toContain(answer.status);
          if (answer.status >= 400 && !('closedActiveSession' in answer.body)) expect(after).toEqual(before);
          checkInvariants(after);
        }
      }
      await run.replayAll();
    },
  );
  // In time to tell the seed, however long it takes to find the shortest example.
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 300_000, markInterruptAsFailure: true });
}, 600_000);

it.each([
  ['a log', true],
  ['the session itself', false],
])(
  'a start that would close a session and still meets %s writes nothing, no event either, and says what it meets',
  async (_, isLog) => {
    const member = await (await schoolIn(system, 'America/St_Johns')).newMember();
    // At 02:31 UTC it is 00:01 on the 7th, and then 23:01 on the 6th again.
    if (isLog) must(201, await member.log('2010-11-07T02:30:10Z', '2010-11-07T02:30:20Z'));
    must(201, await member.start('2010-11-07T03:00:00Z'));
    const events = () => query(system.databases.url('timetracking'), 'SELECT id FROM outbox ORDER BY id');
    const before = [await member.state(), await events()];
    const { activeSession, conflictingLog } = must(409, await member.start('2010-11-07T02:30:05Z')).body;
    expect((activeSession ?? conflictingLog).startTime).toMatch(/^2010-11-07T0[23]/);
    expect([await member.state(), await events()]).toEqual(before);
  },
);
