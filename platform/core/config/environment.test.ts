import { expect, it } from 'vitest';
import { isForTerminal } from './config.ts';

it.each([
  [{}, true, true],
  [{ NODE_ENV: 'development' }, true, true],
  [{ NODE_ENV: 'production' }, true, false],
  [{}, false, false],
  [{}, undefined, false],
])('with the environment %j and isTTY %j returns %j', (environment, isTTY, expected) => {
  expect(isForTerminal(environment, isTTY === undefined ? {} : { isTTY })).toBe(expected);
});
