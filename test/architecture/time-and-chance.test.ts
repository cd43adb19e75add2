import { describe, expect, test } from 'vitest';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findDates, findTimeAndChance } from './rules/time-and-chance.ts';

const production = projectFiles().filter(isProduction);

test('time, randomness and the environment are read in their one home', () => {
  expectNone(
    production.flatMap(findTimeAndChance),
    'Take a Clock, Ids or Environment (or the value itself) as an argument: platform/{clock,ids,config/environment}.ts are where they come from.',
    {
      'platform/core/clock.ts': 'the home of the time',
      'platform/core/ids.ts': 'the home of ids and secrets',
      'platform/core/config/environment.ts': 'the home of the environment',
      'gateway/cursor/cursor-keys.ts': 'makes the signing key of a test or a development process: a key, no id',
      'dev/embedded-postgres/free-port.ts': 'draws ports, so that two who look for one at a time find others',
      'dev/embedded-postgres/cluster.ts': 'makes the password of an embedded server, once',
      'dev/nats-server/passwords.ts': 'makes the passwords of a server of a test or a development installation',
      'platform/calls/identity/identity-keys.ts': 'makes keys that sign identities: keys, no ids',
      'client/src/requests.ts': 'makes the keys of an integrator’s requests, in a package of its own',
      'client/src/http/sender.ts': 'spreads the waits of an integrator’s program, and measures its requests',
      'services/webhooks/secrets/key-ring.ts': 'makes the nonces with which secrets are encrypted: no ids',
      'dev/development-secrets.ts': 'makes the signing key of a development installation, once',
    },
  );
});

test('only the module of instants makes dates', () => {
  expectNone(
    production.flatMap(findDates),
    'Compute with epoch milliseconds, and read and write text with platform/core/instant.ts.',
    { 'platform/core/instant.ts': 'the home of dates' },
  );
});

describe('the checker', () => {
  const found = (text: string) => findTimeAndChance(new SourceFile('x.ts', text)).map(({ what }) => what);

  test.each([
    ['const a = new Date();', 'new Date()'],
    ['const a = Date();', 'Date()'],
    ['const a = Date.now();', 'Date.now'],
    ['const now = globalThis.Date.now;', 'Date.now'],
    ["const a = Date['now']();", 'Date.now'],
    ['const { now } = Date;', 'now of Date'],
    ['const a = performance.now();', 'performance.now'],
    ["import { performance as p } from 'node:perf_hooks'; const a = performance.now();", 'performance.now'],
    ['const a = DateTime.now();', 'DateTime.now'],
    ['const a = Math.random();', 'Math.random'],
    ['const a = process.env.HOME;', 'process.env'],
    ["import { env } from 'node:process';", 'import of env from node:process'],
    ["import { randomBytes as bytes } from 'node:crypto';", 'import of randomBytes'],
    ['const a = crypto.randomUUID();', 'crypto.randomUUID'],
    ["import { v7 } from 'uuid';", "import from 'uuid'"],
  ])('finds %s', (text, what) => {
    expect(found(text)).toEqual([what]);
  });

  test('passes over comments, texts and what merely resembles it', () => {
    expect(found("// Date.now()\nconst a = 'Date.now()'; const b = clock.now(); const c = process.pid;")).toEqual([]);
  });

  test('finds dates made of values', () => {
    expect(findDates(new SourceFile('x.ts', 'const a = new Date(5);'))).toHaveLength(1);
    expect(findDates(new SourceFile('x.ts', 'const a = new Map();'))).toEqual([]);
  });
});
