import { describe } from 'vitest';
import { readConfig } from '../../../platform/core/config/config.ts';
import { testVariables } from '../test-variables.ts';

/**
 * All in one process, as with `npm start`; or one process for each service and the gateway with NATS between them, as
 * in production.
 */
export type Shape = 'one process' | 'processes';

/** The shape TEST_SHAPE sets for tests that do not choose one. */
export function shapeOfEnvironment(): Shape {
  return readConfig(testVariables, process.env).TEST_SHAPE === 'one' ? 'one process' : 'processes';
}

/**
 * `describe` for tests that only work in one process. In the other shape they are skipped, with the reason in their
 * name.
 * @param reason completes "in one process: …"
 */
export function describeInOneProcess(reason: string, name: string, tests: () => void): void {
  if (shapeOfEnvironment() === 'one process') describe(name, tests);
  else describe.skip(`${name} (in one process: ${reason})`, tests);
}
