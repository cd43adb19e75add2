import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { answering } from '../../test/support/calls/answering.ts';
import { testVerifier } from '../../test/support/calls/test-identities.ts';
import { newContext } from '../../test/support/probe/call-operation.ts';
import { holdLock } from '../../test/support/probe/hold-lock.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';
import { callForReply } from '../calls/caller.ts';
import { GrpcServer } from '../calls/grpc-server.ts';
import { muxTransport } from '../calls/mux-transport.ts';
import { withinCall } from '../core/call-scope.ts';
import { deadlineAfter } from '../core/clock.ts';
import { command } from '../handler/command.ts';
import { query } from '../handler/query.ts';
import type { Database } from './database.ts';

/** Waits while the test holds the lock. */
const WAIT = positional('deadlines_wait', 'SELECT pg_advisory_xact_lock_shared(1), 7 AS seven');
const ONE = positional('deadlines_one', 'SELECT 1 AS one');
const late = { code: 'DEADLINE_EXCEEDED' };

let probe: Probe;
let database: Database;
let release: () => Promise<unknown>;
beforeEach(async () => {
  probe = await startProbe();
  database = probe.database({ statementTimeoutMs: 60_000 });
  release = await holdLock(probe, 1);
});
afterEach(() => probe.stop());

async function waiting(): Promise<number> {
  const found = await probe.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
  );
  return found[0]?.count ?? -1;
}
const untilWaiting = (count: number) =>
  vi.waitFor(async () => expect(await waiting()).toBe(count), { timeout: 10_000 });

describe('a read', () => {
  it('ends in the database when its deadline has passed', async () => {
    const read = withinCall({ deadline: deadlineAfter(200) }, () => database.rows(WAIT, []));
    await expect(read).rejects.toMatchObject(late);
    await untilWaiting(0);
    expect(await database.rows(ONE, [])).toEqual([{ one: 1 }]);
  });

  it('ends in the database when its caller disconnects', async () => {
    const caller = new AbortController();
    const callOptions = { deadline: deadlineAfter(60_000), signal: caller.signal };
    const read = expect(withinCall(callOptions, () => database.rows(WAIT, []))).rejects.toMatchObject(late);
    await untilWaiting(1);
    caller.abort();
    await read;
    await untilWaiting(0);
  });

  it('continues for callers that still wait for another query of its batch', async () => {
    const gone = new AbortController();
    const short = { deadline: deadlineAfter(60_000), signal: gone.signal };
    const one = withinCall(short, () => database.rows(WAIT, []));
    const other = withinCall({ deadline: deadlineAfter(60_000) }, () => database.rows(WAIT, []));
    await untilWaiting(1);
    gone.abort();
    await release();
    expect(await other).toMatchObject([{ seven: 7 }]);
    await one;
  });

  it('whose deadline passes before it is sent is not sent', async () => {
    const read = withinCall({ deadline: deadlineAfter(-1) }, () => database.rows(WAIT, []));
    await expect(read).rejects.toMatchObject(late);
    expect(await waiting()).toBe(0);
  });

  it('of the service itself has no caller that could disconnect', async () => {
    const own = database.rows(WAIT, []);
    await untilWaiting(1);
    await release();
    expect(await own).toMatchObject([{ seven: 7 }]);
  });
});

describe('a transaction', () => {
  it('ends in the database when its deadline has passed, and stores nothing', async () => {
    const write = withinCall({ deadline: deadlineAfter(200) }, () =>
      database.transaction((tx) => tx.rows(WAIT, []), { of: 'nobody' }),
    );
    await expect(write.catch((error: unknown) => Promise.reject(database.translate(error)))).rejects.toMatchObject(
      late,
    );
    await untilWaiting(0);
    expect(await database.rows(ONE, [])).toEqual([{ one: 1 }]);
  });

  it('is not committed if its caller has disconnected', async () => {
    const caller = new AbortController();
    const callOptions = { deadline: deadlineAfter(60_000), signal: caller.signal };
    const write = withinCall(callOptions, () =>
      database.transaction(
        async (tx) => {
          await tx.rows(ONE, []);
          caller.abort();
        },
        { of: 'nobody' },
      ),
    );
    await expect(write.catch((error: unknown) => Promise.reject(database.translate(error)))).rejects.toMatchObject(
      late,
    );
  });
});

it('the deadline of a call from another process ends its statement', async () => {
  const { createUser, getUser } = UserService.method;
  const users = answering(UserService, {
    createUser: command(createUser, {
      run: async (tx) => {
        await tx.rows(WAIT, []);
        return { response: {} };
      },
    }),
    getUser: query(getUser, async (db) => {
      await db.rows(WAIT, []);
      return {};
    }),
  });
  const service = probe.service({ implementations: [users] }, { statementTimeoutMs: 60_000 });
  const server = new GrpcServer({ address: '127.0.0.1:0', services: [service], verifier: testVerifier });
  const transport = muxTransport({ targets: [{ host: '127.0.0.1', port: await server.start() }] });
  const router = { transportOf: () => transport };
  const caller = new AbortController();
  const soon = () => newContext({ deadline: deadlineAfter(1_000), signal: caller.signal });
  const calls = [
    callForReply(router, soon(), getUser, { id: 'x' }),
    callForReply(router, soon(), createUser, { user: { email: 'a@x.example' } }),
  ];
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(late)));
  await untilWaiting(0);
  const gone = expect(callForReply(router, newContext({ signal: caller.signal }), getUser, { id: 'x' })).rejects;
  await untilWaiting(1);
  caller.abort();
  await gone.toMatchObject(late);
  await untilWaiting(0);
  transport.close();
  await server.stop(1_000);
});
