import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { actions } from './random/actions.ts';
import { calendarWindows } from './random/calendar-windows.ts';
import { MemberRun } from './random/member-run.ts';
import { type Model, Step } from './random/step.ts';
import { findOpen } from './reference/records.ts';

/**
 * Random punches, logs, bulks and changes of one member, at random instants around odd midnights, with the zone changed
 * in between: after each step the response and all records match the reference, and in the end the hours of their days.
 * Replays change nothing, and the session can always be closed.
 */
let system: TestSystem;
let school: TestInstitution;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  // Behind all days of odd midnights: punches are near real time, or before it.
  system.clock.set('2027-01-05T08:00:00.000Z');
  school = await system.newInstitution();
});
afterAll(() => system.stop());

/** Some seconds’ worth: every run of the tests tries others. */
const RUNS = 20;
const MAX_STEPS = 60;

it('a member’s records match the reference at every step', async () => {
  const steps = fc.commands<Model, MemberRun, false>([actions.map((action) => new Step(action))], {
    maxCommands: MAX_STEPS,
    size: 'max',
  });
  const property = fc.asyncProperty(fc.constantFrom(...calendarWindows), steps, async (window, commands) => {
    const real = await MemberRun.begin(system, school, window);
    const model: Model = { state: { zone: window.zone, records: [] } };
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await real.replayAll();
    await real.compareHours(model.state);
    const open = findOpen(model.state);
    if (open) await real.closeSession(open);
  });
  // In time to tell the seed, however long it takes to find the shortest example.
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 300_000, markInterruptAsFailure: true });
}, 600_000);
