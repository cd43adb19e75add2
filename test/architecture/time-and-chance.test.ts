import { describe, expect, test } from 'vitest';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findDates, findTimeAndChance } from './rules/time-and-chance.ts';

const production = projectFiles().filter(isProduction);

test('one module each reads the time, randomness and the environment', () => {
  expectNone(
    production.flatMap(findTimeAndChance),
    'Take a Clock, Ids or Environment (or the value itself) as an argument: they come from platform/core/{clock,ids,config/environment}.ts.',
    {
      'platform/core/clock.ts': 'reads the time',
      'libraries/pg-batch/caller.ts': 'looks whether a deadline has passed',
      'libraries/pg-batch/advisory-lock.ts': 'knows by the machine’s clocks when its lock is lost',
      'libraries/pg-batch/shortages.ts': 'measures how long ago a shortage was',
      'libraries/grpc-mux/deadline.ts': 'reads the time, for a library that could be published',
      'platform/core/ids.ts': 'makes ids and secrets',
      'platform/core/config/config.ts': 'reads the environment',
      'gateway/endpoint/cursor-keys.ts': 'makes the signing key of a test or a development process: a key, not an id',
      'libraries/embedded-postgres/free-port.ts':
        'draws random ports, so that two processes that look for one at the same time find different ones',
      'libraries/embedded-postgres/cluster.ts': 'makes the password of an embedded server, once',
      'dev/nats-server/passwords.ts': 'makes the passwords of a server of a test or a development installation',
      'platform/calls/identity/identity-keys.ts': 'makes keys that sign identities: keys, not ids',
      'clients/typescript/src/requests.ts': 'makes the keys of an integrator’s requests, in a separate package',
      'clients/typescript/src/http/sender.ts':
        'adds jitter to the waits of an integrator’s program, and measures its requests',
      'platform/core/config/key-ring.ts': 'makes the nonces for encrypting secrets: not ids',
      'dev/development-secrets.ts': 'makes the signing key of a development installation, once',
    },
  );
});

test('only the module of instants makes dates', () => {
  expectNone(
    production.flatMap(findDates),
    'Compute with epoch milliseconds, and read and write text with platform/core/instant.ts.',
    { 'platform/core/instant.ts': 'makes dates' },
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
    ['const a = Temporal.Now.instant();', 'Temporal.Now'],
    ['const a = Math.random();', 'Math.random'],
    ['const a = process.env.HOME;', 'process.env'],
    ["import { env } from 'node:process';", 'import of env from node:process'],
    ["import { randomBytes as bytes } from 'node:crypto';", 'import of randomBytes'],
    ['const a = crypto.randomUUID();', 'crypto.randomUUID'],
    ["import { v7 } from 'uuid';", "import from 'uuid'"],
  ])('finds %s', (text, what) => {
    expect(found(text)).toEqual([what]);
  });

  test('passes over comments, texts and similar names', () => {
    expect(found("// Date.now()\nconst a = 'Date.now()'; const b = clock.now(); const c = process.pid;")).toEqual([]);
  });

  test('finds dates made from values', () => {
    expect(findDates(new SourceFile('x.ts', 'const a = new Date(5);'))).toHaveLength(1);
    expect(findDates(new SourceFile('x.ts', 'const a = new Map();'))).toEqual([]);
  });
});
