import { describe } from 'vitest';
import { readConfig } from '../../../platform/core/config/config.ts';
import { testVariables } from '../test-variables.ts';

/** All in one process, as `npm start`; or a process for each service and the gateway with NATS between them, as in production. */
export type Shape = 'one process' | 'processes';

/** The shape that TEST_SHAPE names for tests that do not name one. */
export function shapeOfEnvironment(): Shape {
  return readConfig(testVariables, process.env).TEST_SHAPE === 'one' ? 'one process' : 'processes';
}

/**
 * `describe` for what shows in one process only. In the other shape its tests are skipped, and the reason stands with their name.
 * @param reason completes "in one process: …"
 */
export function describeInOneProcess(reason: string, name: string, tests: () => void): void {
  if (shapeOfEnvironment() === 'one process') describe(name, tests);
  else describe.skip(`${name} (in one process: ${reason})`, tests);
}
