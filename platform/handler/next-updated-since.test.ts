import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BegunTooLate, type Tx } from '../../libraries/pg-batch/index.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { callOperation, newActor } from '../../test/support/probe/call-operation.ts';
import { insertNote, storedOf } from '../../test/support/probe/notes.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { until } from '../../test/support/until.ts';
import type { IntegrationActor } from '../core/actor.ts';
import { command } from './command.ts';
import { nextUpdatedSince, oldestTransactionMs } from './next-updated-since.ts';

const READ = positional<{ one: number }>('test_one', 'SELECT 1 AS one');

let actor: IntegrationActor;
const probe = await startProbe();
afterAll(() => probe.stop());
beforeEach(() => {
  actor = newActor();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The age of the oldest transaction of sessions with a name, by the server's clock, once it is at least a second. */
const ageOf = (application: string) =>
  until('a second', async () => {
    const [row] = await probe.sql<{ ms: number }>(
      `SELECT (1000 * extract(epoch FROM clock_timestamp() - min(xact_start)))::int AS ms FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE $1`,
      [application],
    );
    return row && row.ms >= 1_000 && row.ms;
  });

describe('the oldest transaction', () => {
  it('is that of any replica, from its beginning and not from its first write', async () => {
    const [writer, reader] = [probe.database(), probe.database()];
    const ended = Promise.withResolvers<void>();
    const running = writer.transaction(
      async (tx) => {
        await tx.rows(READ, []);
        await ended.promise;
        insertNote(tx, actor.institutionId);
      },
      { of: 'nobody' },
    );
    const age = await ageOf('probe');
    expect(await oldestTransactionMs(reader)).toBeGreaterThanOrEqual(age);
    ended.resolve();
    await running;
    expect(await oldestTransactionMs(reader)).toBeLessThan(age);
  });

  it('is none of another program, such as a backup', async () => {
    const backup = await probe.connect();
    await backup.query("SET application_name = 'pg_dump'");
    await backup.query('BEGIN');
    await backup.query('SELECT');
    expect(await oldestTransactionMs(probe.database())).toBeLessThan(await ageOf('pg_dump'));
    await backup.query('COMMIT');
  });
});

describe('nextUpdatedSince', () => {
  const behindMs = async (service = probe.service()) =>
    probe.clock.now() - Date.parse(await nextUpdatedSince(service.runtime));

  it('is as far behind as commands may begin before their transactions, and clocks may differ; never five minutes', async () => {
    expect(await behindMs()).toBeGreaterThanOrEqual(60_000 + 2 * 30_000);
    expect(await behindMs()).toBeLessThan(300_000);
  });

  it('is before the time of a change that commits late, in another process', async () => {
    const [writer, reader] = [probe.service(), probe.service()];
    const now = probe.clock.now();
    const ended = Promise.withResolvers<void>();
    const running = writer.runtime.db.transaction(
      async (tx) => {
        await tx.rows(READ, []);
        await ended.promise;
        insertNote(tx, actor.institutionId);
      },
      { of: 'nobody' },
    );
    const age = await ageOf('lyceum-probe%');
    // The reader's clock has gone on like the server's, and is thirty seconds ahead.
    probe.clock.advance(age + 30_000);
    expect(await behindMs(reader)).toBeGreaterThanOrEqual(age + 120_000);
    expect(Date.parse(await nextUpdatedSince(reader.runtime))).toBeLessThanOrEqual(now);
    ended.resolve();
    await running;
  });
});

describe('a command whose transaction would begin more than a minute after it', () => {
  const late = { of: 'nobody', beginBy: 0 } as const;
  const add = async (tx: Tx) => insertNote(tx, actor.institutionId);

  it('is refused, whether or not it reads', async () => {
    const database = probe.database();
    const readingFirst = async (tx: Tx) => {
      await tx.rows(READ, []);
      await add(tx);
    };
    await expect(database.transaction(add, late)).rejects.toBeInstanceOf(BegunTooLate);
    await expect(database.transaction(readingFirst, late)).rejects.toBeInstanceOf(BegunTooLate);
    expect(await storedOf(probe, actor.institutionId)).toMatchObject({ notes: 0 });
  });

  it('begins again with the time that it is then', async () => {
    const times: number[] = [];
    const real = performance.now.bind(performance);
    const slow = command(UserService.method.createUser, {
      async prepare() {
        if (times.length > 0) return;
        probe.clock.advance(61_000);
        vi.spyOn(performance, 'now').mockImplementation(() => real() + 61_000);
      },
      async run(tx, _, { now }) {
        times.push(now);
        insertNote(tx, actor.institutionId);
        return { response: {} };
      },
    });
    const context = { actor, deadline: Number.POSITIVE_INFINITY };
    await callOperation(probe.service(), slow, { user: { email: 'a@x.example' } }, context);
    expect(times).toEqual([times[0], probe.clock.now()]);
    expect(times[1]).toBe((times[0] ?? 0) + 61_000);
    expect(await storedOf(probe, actor.institutionId)).toMatchObject({ notes: 1 });
  });
});
