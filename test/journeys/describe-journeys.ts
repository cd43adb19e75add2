import { afterAll, beforeAll, describe } from 'vitest';
import type { Shape } from '../support/shape/shape.ts';
import { TestSystem } from '../support/test-system.ts';
import { Campus } from './campus.ts';

const SHAPES: readonly Shape[] = ['one process', 'processes'];

/** The tests of a journey, which has an institution of its own in each shape. */
export type Journey = (campus: () => Campus, system: () => TestSystem) => void;

/** End to end: command line and HTTP, in both shapes of the platform, regardless of TEST_SHAPE. */
export function describeJourneys(journeys: Readonly<Record<string, Journey>>): void {
  describe.each(SHAPES)('in the shape "%s"', (shape) => {
    let system: TestSystem;
    beforeAll(async () => {
      system = await TestSystem.start({ shape });
    });
    afterAll(() => system?.stop());

    describe.each(Object.entries(journeys))('%s', (name, journey) => {
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
}
