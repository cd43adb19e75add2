import { expect, it } from 'vitest';
import { includedInBuilds } from './support/docker-ignore.ts';

const isIncluded = includedInBuilds('# all but\n*\n!services\n!installation\n**/*.test.ts\n**/testing\n');

it.each([
  ['services/directory/main.ts', true],
  ['installation/services.ts', true],
  ['dev/main.ts', false],
  ['README.md', false],
  ['services/directory/domain/a.test.ts', false],
  ['dev/testing/probe/probe.ts', false],
  ['services/directory/testing-ground.ts', true],
])('%s: %j', (path, expected) => {
  expect(isIncluded(path)).toBe(expected);
});
