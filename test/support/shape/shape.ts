import { describe } from 'vitest';

/** All in one process, as `npm start`; or a process for each service and the gateway with NATS between them, as in production. */
export type Shape = 'one process' | 'processes';

/** The shape that TEST_SHAPE names for tests that do not name one. */
export function shapeOfEnvironment(): Shape {
  const name = process.env.TEST_SHAPE || 'one';
  if (name === 'one') return 'one process';
  if (name === 'processes') return name;
  throw new Error(`TEST_SHAPE is ${name}, and neither "one" nor "processes"`);
}

/**
 * `describe` for what shows in one process only. In the other shape its tests are skipped, and the reason stands with their name.
 * @param reason completes "in one process: …"
 */
export function describeInOneProcess(reason: string, name: string, tests: () => void): void {
  if (shapeOfEnvironment() === 'one process') describe(name, tests);
  else describe.skip(`${name} (in one process: ${reason})`, tests);
}
