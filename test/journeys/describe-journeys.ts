import { afterAll, beforeAll, describe } from 'vitest';
import type { Shape } from '../support/shape/shape.ts';
import { TestSystem } from '../support/test-system.ts';
import { Campus } from './campus.ts';

const SHAPES: readonly Shape[] = ['one process', 'processes'];

/** The tests of a journey at an institution. */
export type Journey = (campus: () => Campus, system: () => TestSystem) => void;

/**
 * End to end: command line and HTTP, in both shapes of the platform, regardless of TEST_SHAPE. Each name is an institution,
 * which several journeys may have in common.
 */
export function describeJourneys(journeys: Readonly<Record<string, Journey | readonly Journey[]>>): void {
  describe.each(SHAPES)('in the shape "%s"', (shape) => {
    let system: TestSystem;
    beforeAll(async () => {
      system = await TestSystem.start({ shape });
    });
    afterAll(() => system?.stop());

    describe.each(Object.entries(journeys))('%s', (name, own) => {
      let campus: Campus;
      beforeAll(async () => {
        campus = await Campus.open(system, name);
      });
      afterAll(() => campus?.close());
      for (const journey of [own].flat())
        journey(
          () => campus,
          () => system,
        );
    });
  });
}
