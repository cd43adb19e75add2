import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peerVariables } from '../../process/peers.ts';
import { ConfigError, type Environment, readConfig, type Variable } from './config.ts';
import { integer, oneOf, optional, port, text, url } from './variables.ts';

const of = { description: 'what it is' };

/** The faults of an environment, one per line. */
function faultsOf(variables: Record<string, Variable<unknown>>, environment: Environment): string[] {
  try {
    readConfig(variables, environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').slice(1);
  }
}

describe('readConfig', () => {
  it('returns the value of every variable', () => {
    const variables = { A: text(of), B: port({ ...of, fallback: '80' }), C: optional(text(of)) };
    expect(readConfig(variables, { A: ' a ', UNKNOWN: 'x' })).toEqual({ A: ' a ', B: 80, C: undefined });
  });

  it('reports everything that is missing or invalid at once', () => {
    const variables = {
      FIRST: text({ description: 'the first' }),
      SECOND: url(['nats'], { description: 'the second' }),
      PORT: port({ description: 'the port' }),
      FINE: text({ ...of, fallback: 'fine' }),
      ...peerVariables(['directory']),
    };
    expect(faultsOf(variables, { PORT: '65536', FIRST: '' })).toEqual([
      '  - FIRST is missing: the first',
      '  - SECOND is missing: the second',
      '  - PORT must be an integer from 0 to 65535',
      '  - DIRECTORY_URL is missing: gRPC address of directory, host:port',
    ]);
  });
});

describe('a secret', () => {
  const variables = { KEY: text({ ...of, secret: true }), OPEN: text({ ...of, fallback: 'open' }) };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lyceum-config-'));
    await writeFile(join(folder, 'key'), 'from the file\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read from a file if the variable itself is not set', () => {
    const file = join(folder, 'key');
    expect(readConfig(variables, { KEY_FILE: file }).KEY).toBe('from the file');
    expect(readConfig(variables, { KEY_FILE: file, KEY: 'said' }).KEY).toBe('said');
    expect(readConfig(variables, { KEY: 'said', OPEN_FILE: file }).OPEN).toBe('open');
  });

  it('in a missing file is reported together with the other faults', () => {
    const faults = faultsOf({ ...variables, LAST: text(of) }, { KEY_FILE: join(folder, 'nothing') });
    expect(faults).toEqual([expect.stringMatching(/^ {2}- KEY .*ENOENT.*nothing/), '  - LAST is missing: what it is']);
  });

  it('that is invalid is not shown', () => {
    const faults = faultsOf({ KEY: url(['postgres'], { ...of, secret: true }) }, { KEY: 'mysql://root:hunter2@host' });
    expect(faults).toEqual(['  - KEY must be a URL that begins with postgres://']);
  });
});

describe('types', () => {
  const read = <T>(variable: Variable<T>, value: string) => readConfig({ X: variable }, { X: value }).X;
  const small = integer({ ...of, minimum: -5, maximum: 10 });

  it.each<[Variable<unknown>, string, unknown]>([
    [small, '-5', -5],
    [small, '010', 10],
    [port(of), '0', 0],
    [oneOf(['a', 'b'], of), 'b', 'b'],
    [url(['http', 'https'], of), 'https://x.example/a//', 'https://x.example/a'],
    [url(['postgresql'], of), 'postgresql://u:p@h:5/d?sslmode=require', 'postgresql://u:p@h:5/d?sslmode=require'],
    [optional(small), '3', 3],
  ])('%o parses %j', (variable, value, expected) => {
    expect(read(variable, value)).toBe(expected);
  });

  it.each<[Variable<unknown>, string]>([
    [small, '-6'],
    [small, '11'],
    [small, '1.0'],
    [small, '1e1'],
    [small, ' 1'],
    [small, '0x1'],
    [small, 'NaN'],
    [port(of), '-1'],
    [oneOf(['a', 'b'], of), 'A'],
    [url(['http'], of), 'x.example'],
    [url(['http'], of), 'https://x.example'],
    [optional(small), 'x'],
  ])('%o rejects %j', (variable, value) => {
    expect(() => read(variable, value)).toThrow(ConfigError);
  });
});
