import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { type BatchedQuery, sendBatch } from './batch.ts';
import { withClient } from './connections.ts';

/**
 * What `batch.ts` relies on in the driver. If a test fails after an upgrade of `pg`, check how the driver's private
 * members have changed.
 */
const probe = await startProbe();
afterAll(() => probe.stop());

interface PrivateParts {
  readonly connection: {
    readonly stream: Socket;
    readonly parsedStatements: Record<string, string>;
    readonly submittedNamedStatements: Record<string, string>;
  };
}
const partsOf = (client: pg.Client) => (client as unknown as PrivateParts).connection;
const onClient = (work: (client: pg.Client) => Promise<void>) =>
  withClient({ connectionString: probe.databaseUrl }, work);

const ECHO = { name: 'batch_echo', text: 'SELECT $1::int AS n' };
const FAIL = { name: 'batch_fail', text: 'SELECT 1 / $1::int AS n' };
const LAST = { name: 'batch_last', text: 'SELECT $1::text AS text' };

/** Sends statements and returns the result of each: its rows, or whether it failed itself. */
async function answers(
  client: pg.Client,
  queries: readonly Pick<BatchedQuery, 'statement' | 'values' | 'ignoresRows'>[],
): Promise<unknown[]> {
  const settled: unknown[] = [];
  await sendBatch(
    client,
    queries.map((query, at) => ({
      ...query,
      resolve: ({ rows }) => (settled[at] = rows),
      reject: (_, isOwn) => (settled[at] = isOwn),
    })),
  ).catch(() => undefined);
  return settled;
}

/** The types of the protocol's messages, in the order in which they were sent. */
function typesOf(written: Buffer): string {
  let types = '';
  for (let at = 0; at < written.length; at += 1 + written.readInt32BE(at + 1))
    types += String.fromCharCode(written.readUInt8(at));
  return types;
}

it('a batch has one Sync, requests no rows that are not used, and prepares and describes each statement once', () =>
  onClient(async (client) => {
    const write = vi.spyOn(partsOf(client).stream, 'write');
    const sent = () => {
      const types = typesOf(Buffer.concat(write.mock.calls.map(([chunk]) => chunk as Buffer)));
      write.mockClear();
      return types;
    };
    const queries = [
      { statement: ECHO, values: [1] },
      { statement: ECHO, values: [2], ignoresRows: true },
      { statement: LAST, values: ['x'] },
    ];
    expect(await answers(client, queries)).toEqual([[{ n: 1 }], [], [{ text: 'x' }]]);
    // Parse, Bind, Describe, Execute; the second time without Parse and Describe; Sync.
    expect(sent()).toBe('PBDEBEPBDES');
    expect(await answers(client, queries)).toEqual([[{ n: 1 }], [], [{ text: 'x' }]]);
    expect(sent()).toBe('BEBEBES');
  }));

it('the driver remembers the statements that a batch has prepared, and forgets those after one that failed', () =>
  onClient(async (client) => {
    const { parsedStatements, submittedNamedStatements } = partsOf(client);
    const queries = [
      { statement: ECHO, values: [1] },
      { statement: FAIL, values: [0] },
      { statement: LAST, values: ['x'] },
    ];
    expect(await answers(client, queries)).toEqual([false, true, false]);
    expect(Object.keys(submittedNamedStatements)).toEqual([]);
    expect(Object.keys(parsedStatements)).toEqual([ECHO.name, FAIL.name]);
    expect(await answers(client, [{ statement: LAST, values: ['y'] }])).toEqual([[{ text: 'y' }]]);
  }));

it('a batch whose time limit passes before the connection is free is not sent, and ends the connection', () =>
  withClient({ connectionString: probe.databaseUrl, query_timeout: 100 }, async (client) => {
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    const [first, second] = [
      sendBatch(client, [sleeping(0.5)]),
      sendBatch(client, [{ ...sleeping(0), statement: LAST }]),
    ];
    await expect(first).rejects.toThrow('Query read timeout');
    await expect(second).rejects.toThrow('Query read timeout');
    await ended;
    expect(Object.keys(partsOf(client).parsedStatements)).toEqual(['batch_sleep']);
  }));

function sleeping(seconds: number): BatchedQuery {
  return {
    statement: { name: 'batch_sleep', text: 'SELECT pg_sleep($1)' },
    values: [seconds],
    resolve: () => undefined,
    reject: () => undefined,
  };
}
