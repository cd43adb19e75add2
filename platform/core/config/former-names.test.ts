import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { warnOfFormerNames } from './former-names.ts';
import { integer, optional, text } from './variables.ts';

const variables = {
  TIMEOUT_MS: integer({
    description: 'the timeout',
    fallback: '80',
    minimum: 10,
    maximum: 100,
    formerName: 'OLD_TIMEOUT_MS',
  }),
  KEY: optional(text({ description: 'the key', secret: true, formerName: 'OLD_KEY' })),
};

describe('a variable with a former name', () => {
  it.each([
    [{}, 80],
    [{ OLD_TIMEOUT_MS: '20' }, 20],
    [{ OLD_TIMEOUT_MS: '' }, 80],
    [{ TIMEOUT_MS: '30' }, 30],
    [{ TIMEOUT_MS: '30', OLD_TIMEOUT_MS: '20' }, 30],
    [{ TIMEOUT_MS: '', OLD_TIMEOUT_MS: '20' }, 20],
  ])('takes its value from %j: %i', (environment, expected) => {
    expect(readConfig(variables, environment).TIMEOUT_MS).toBe(expected);
  });

  it('that is set under it is named so when its value is wrong', () => {
    expect(() => readConfig(variables, { OLD_TIMEOUT_MS: '5' })).toThrow(
      '- OLD_TIMEOUT_MS must be an integer from 10 to 100',
    );
    expect(() => readConfig(variables, { TIMEOUT_MS: '5', OLD_TIMEOUT_MS: '20' })).toThrow('- TIMEOUT_MS must be');
  });

  it('may be the file of a secret under it', () => {
    expect(() => readConfig(variables, { OLD_KEY_FILE: '/nowhere/key' })).toThrow(ConfigError);
    expect(readConfig(variables, { OLD_KEY_FILE: '/nowhere/key', KEY: 'new' }).KEY).toBe('new');
    expect(readConfig(variables, { OLD_KEY: 'old' }).KEY).toBe('old');
  });
});

describe('the start of a process', () => {
  const warningsFor = (environment: Record<string, string>) => {
    const warnings: string[] = [];
    warnOfFormerNames(variables, environment, { warn: (message) => void warnings.push(message) });
    return warnings;
  };

  it('warns once of each former name that is set, and gives the new one', () => {
    expect(warningsFor({ OLD_TIMEOUT_MS: '20', TIMEOUT_MS: '30', OLD_KEY_FILE: '/nowhere/key' })).toEqual([
      'The variable OLD_TIMEOUT_MS is deprecated: set TIMEOUT_MS instead.',
      'The variable OLD_KEY_FILE is deprecated: set KEY_FILE instead.',
    ]);
  });

  it('does not warn otherwise', () => {
    expect(warningsFor({ TIMEOUT_MS: '20', OLD_TIMEOUT_MS: '', KEY: 'x' })).toEqual([]);
  });
});
