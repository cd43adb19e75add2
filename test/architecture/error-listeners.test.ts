import { describe, expect, test } from 'vitest';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findMakersWithoutListener, findOwnConnections } from './rules/error-listeners.ts';

const files = projectFiles().filter(({ path }) => path.endsWith('.ts'));

test('one module opens connections to PostgreSQL, and listens for their errors', () => {
  expectNone(
    files.flatMap(findOwnConnections),
    'Use openClient, withClient or openPool of libraries/pg-batch/connections.ts: an error without a listener ends the process.',
    {
      'libraries/pg-batch/connections.ts': 'the one module',
      'libraries/embedded-postgres/testing/server.ts': 'the library’s tests use nothing of the platform',
      'test/support/postgres/instance.ts': 'queries a standby, to which the product does not connect',
    },
  );
});

test('the product listens for the errors of its servers, sockets, processes and streams', () => {
  expectNone(
    files.filter(isProduction).flatMap(findMakersWithoutListener),
    "Add .on('error', …) for the whole lifetime of the object: an error without a listener ends the process.",
  );
});

describe('the checker', () => {
  const own = (text: string) => findOwnConnections(new SourceFile('x.ts', text)).length;
  const withoutListener = (text: string) =>
    findMakersWithoutListener(new SourceFile('x.ts', text)).map(({ what }) => what);

  test.each([
    "import pg from 'pg'; const a = new pg.Client({});",
    "import pg from 'pg'; const a = new pg.Pool();",
    "import { Client } from 'pg'; const a = new Client();",
    "import { Pool as P } from 'pg'; const a = new P();",
  ])('finds %s', (text) => {
    expect(own(text)).toBe(1);
  });

  test('lets other clients and mere types pass', () => {
    expect(own("import { Client } from '@grpc/grpc-js'; const a = new Client();")).toBe(0);
    expect(own("import type pg from 'pg'; function f(client: pg.Client): void {}")).toBe(0);
  });

  test('finds a process, a server and a stream without a listener', () => {
    expect(withoutListener("import { spawn } from 'node:child_process'; spawn('x');")).toHaveLength(1);
    expect(withoutListener("import { createServer as s } from 'node:net'; s().once('error', f);")).toHaveLength(1);
    expect(withoutListener("import { createReadStream } from 'node:fs'; createReadStream('x').pipe(y);")).toHaveLength(
      1,
    );
    expect(
      withoutListener(
        "import { connect } from 'node:net'; const a = connect(1); const b = connect(2); a.on('error', f);",
      ),
    ).toHaveLength(2);
  });

  test('lets those with a listener pass, and functions that only have the same name', () => {
    expect(withoutListener("import { spawn } from 'node:child_process'; spawn('x').on('error', f);")).toEqual([]);
    expect(withoutListener("import { connect } from '@nats-io/transport-node'; connect(1);")).toEqual([]);
  });
});
