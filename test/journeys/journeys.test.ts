import { afterAll, beforeAll, describe } from 'vitest';
import type { Shape } from '../support/shape/shape.ts';
import { TestSystem } from '../support/test-system.ts';
import { Campus } from './campus.ts';
import { integratorsDay } from './integrators-day.ts';
import { nightlyRoster } from './nightly-roster.ts';
import { onboarding } from './onboarding.ts';
import { payrollMonth } from './payroll-month.ts';
import { planning } from './planning.ts';

const SHAPES: readonly Shape[] = ['one process', 'processes'];
const JOURNEYS = {
  onboarding,
  'an integrator’s day': integratorsDay,
  'a payroll month': payrollMonth,
  planning,
  'a nightly roster': nightlyRoster,
};

/** End to end: command line and HTTP, in both shapes of the platform, regardless of TEST_SHAPE. */
describe.each(SHAPES)('in the shape "%s"', (shape) => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await TestSystem.start({ shape });
  });
  afterAll(() => system?.stop());

  describe.each(Object.entries(JOURNEYS))('%s', (name, journey) => {
    let campus: Campus;
    beforeAll(async () => {
      campus = await Campus.open(system, name);
    });
    afterAll(() => campus?.close());
    journey(
      () => campus,
      () => system,
    );
  });
});
