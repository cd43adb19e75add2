import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { DatabaseProxy } from '../../../test/support/postgres/database-proxy.ts';
import { callOperation, newActor, newKey } from '../../../test/support/probe/call-operation.ts';
import { insertNote, storedOf } from '../../../test/support/probe/notes.ts';
import { positional } from '../../../test/support/probe/positional.ts';
import { startProbe } from '../../../test/support/probe/start-probe.ts';
import type { Actor } from '../../core/actor.ts';
import type { IdempotencyKey } from '../../core/call-context.ts';
import { refuse } from '../../core/errors/refusal.ts';
import { event } from '../../core/event.ts';
import { DAY_MS } from '../../core/instant.ts';
import { command } from '../../handler/command.ts';
import { planning } from '../database.ts';

const PID = positional<{ pid: number }>('test_pid', 'SELECT pg_backend_pid() AS pid');

let actor: Actor & { institutionId: string };
let key: IdempotencyKey;
let ran: number;
const probe = await startProbe();
const service = probe.service();
afterAll(() => probe.stop());
beforeEach(() => {
  actor = newActor();
  key = newKey();
  ran = 0;
});

interface Steps {
  prepare?(): Promise<void>;
  /** Runs between the writes and the commit. */
  pause?(tx: Tx): Promise<unknown>;
}

/** Writes a note and publishes an event; replies with the number of times that this was done. */
async function write(steps: Steps = {}, { by = actor, using = key, on = service } = {}) {
  const operation = command(UserService.method.createUser, {
    prepare: async () => steps.prepare?.(),
    run: async (tx, request) => {
      insertNote(tx, by.institutionId);
      await steps.pause?.(tx);
      ran++;
      return {
        response: { user: { name: `${ran}`, email: request.user?.email ?? '' } },
        events: [event(IntegrationCreatedSchema, 'a', { integrationId: 'u' })],
      };
    },
  });
  const { message, metadata } = await callOperation(
    on,
    operation,
    { user: { email: 'ä@x.example' } },
    { actor: by, idempotency: using },
  );
  return { user: message.user, ...metadata };
}

const stored = () => storedOf(probe, actor.institutionId);
const nothing = { notes: 0, events: 0, keys: 0 };
const once = { notes: 1, events: 1, keys: 1 };

describe('a key that is used again', () => {
  it('returns the first reply, with its time and request id', async () => {
    const first = await write();
    probe.clock.advance(5_000);
    expect(await write()).toEqual({ ...first, replayed: true });
    expect(first).toMatchObject({ replayed: false, user: { name: '1', email: 'ä@x.example' } });
    expect(await stored()).toEqual(once);
  });

  it('for another request is refused', async () => {
    await write();
    const other = { ...key, fingerprint: 'b' };
    await expect(write({}, { using: other })).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(await stored()).toEqual(once);
  });

  it('returns the recorded reply even if the request would be refused by now', async () => {
    await write();
    expect(await write({ prepare: () => refuse('REFERENCE_INVALID') })).toMatchObject({ replayed: true });
    expect(await write({ pause: () => refuse('REVISION_STALE') })).toMatchObject({ replayed: true });
    const other = { using: { ...key, fingerprint: 'b' } };
    await expect(write({ prepare: () => refuse('REFERENCE_INVALID') }, other)).rejects.toMatchObject({
      code: 'KEY_REUSED',
    });
  });

  it('counts as new after a day', async () => {
    await write();
    probe.clock.advance(DAY_MS - 1);
    expect(await write()).toMatchObject({ replayed: true });
    probe.clock.advance(1);
    expect(await write({}, { using: { ...key, fingerprint: 'b' } })).toMatchObject({
      replayed: false,
    });
    await expect(write()).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(await stored()).toEqual({ notes: 2, events: 2, keys: 1 });
  });

  it('of another integration, the operator or another institution is another key', async () => {
    const { institutionId } = actor;
    const others: (typeof actor)[] = [
      actor,
      { ...newActor(), institutionId },
      { kind: 'operator', institutionId },
      newActor(),
    ];
    const replies = await Promise.all(others.map((by) => write({}, { by })));
    expect(replies.map(({ replayed }) => replayed)).toEqual([false, false, false, false]);
    expect(await write({}, { by: { kind: 'operator', institutionId } })).toMatchObject({ replayed: true });
  });

  it.each(['', ' ', "'; DROP TABLE notes; --", '/', 'ä€😀', 'x'.repeat(255)])('may be %j', async (text) => {
    const using = { ...key, key: text };
    expect(await write({}, { using })).toMatchObject({ replayed: false });
    expect(await write({}, { using })).toMatchObject({ replayed: true });
  });
});

describe('a key in flight', () => {
  const releases: (() => void)[] = [];
  afterEach(() => {
    for (const release of releases.splice(0)) release();
  });

  /** A write that waits until it is released. */
  async function held(steps: Steps = {}) {
    const writing = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    releases.push(release.resolve);
    const reply = write({
      pause: async (tx) => {
        await tx.rows(PID, []);
        writing.resolve();
        await release.promise;
        await steps.pause?.(tx);
      },
    });
    await Promise.race([writing.promise, reply]);
    return { reply, release: release.resolve };
  }

  it('fails with KEY_IN_FLIGHT for all other requests until the first has ended', async () => {
    const first = await held();
    await expect(write()).rejects.toMatchObject({ code: 'KEY_IN_FLIGHT' });
    await expect(write({}, { using: { ...key, fingerprint: 'b' } })).rejects.toMatchObject({ code: 'KEY_IN_FLIGHT' });
    expect(await write({}, { using: newKey() })).toMatchObject({ replayed: false });
    first.release();
    expect(await first.reply).toMatchObject({ replayed: false });
    expect(await write()).toMatchObject({ replayed: true });
  });

  it('takes precedence over the refusals of prepare and run', async () => {
    const first = await held();
    await expect(write({ prepare: () => refuse('REFERENCE_INVALID') })).rejects.toMatchObject({
      code: 'KEY_IN_FLIGHT',
    });
    await expect(write({ pause: () => refuse('REVISION_STALE') })).rejects.toMatchObject({ code: 'KEY_IN_FLIGHT' });
    first.release();
    await first.reply;
  });

  it('is free again when the first request fails', async () => {
    const first = await held({ pause: () => refuse('REVISION_STALE') });
    const failing = expect(first.reply).rejects.toMatchObject({ code: 'REVISION_STALE' });
    first.release();
    await failing;
    expect(await stored()).toEqual(nothing);
    expect(await write()).toMatchObject({ replayed: false });
    expect(await stored()).toEqual(once);
  });
});

describe('a write that is interrupted', () => {
  it.each(['prepare', 'pause'] as const)('by an internal error in %s leaves the key free', async (step) => {
    const broken = { [step]: () => Promise.reject(new Error('ours')) };
    await expect(write(broken)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await stored()).toEqual(nothing);
    expect(await write()).toMatchObject({ replayed: false });
  });

  it('by a broken connection stores nothing and leaves the key free', async () => {
    const cut = async (tx: Tx) => {
      const [row] = await tx.rows(PID, []);
      await probe.sql('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
    };
    await expect(write({ pause: cut })).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    expect(await stored()).toEqual(nothing);
    expect(await write()).toMatchObject({ replayed: false });
    expect(await stored()).toEqual(once);
  });

  it('after the commit and before the reply can be repeated safely', async () => {
    const proxy = await DatabaseProxy.start(probe.databaseUrl);
    const on = probe.service({}, { databaseUrl: proxy.url, statementTimeoutMs: 100 });
    const deafen = async (tx: Tx) => {
      await tx.rows(PID, []);
      proxy.lose('answers');
    };
    await expect(write({ pause: deafen }, { on })).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    proxy.recover();
    expect(await stored()).toEqual(once);
    expect(await write({}, { on })).toMatchObject({ replayed: true, user: { name: '1' } });
    expect(await stored()).toEqual(once);
    await proxy.stop();
  });
});

it('a claim reads no other keys, even in a session that planned it while there were none', async () => {
  const session = await probe.connect();
  for (const [name, value] of Object.entries(planning)) await session.query(`SET ${name} = ${value}`);
  await session.query('TRUNCATE idempotency_keys');
  await session.query('VACUUM ANALYZE idempotency_keys');
  const claim = (name: string) =>
    session.query(`SELECT claim_idempotency_key($1, 'h', $2, now())`, [actor.institutionId, name]);
  await claim('first');
  await session.query(
    `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
     SELECT $1, 'h', n, 'f', '', 'r', now(), now() + interval '1 day' FROM generate_series(1, 1000) AS n`,
    [actor.institutionId],
  );
  await session.query('BEGIN');
  await claim('second');
  const { rows } = await session.query(
    `SELECT pg_stat_get_xact_tuples_returned('idempotency_keys_by_expiry'::regclass)::integer AS rows`,
  );
  expect(rows).toEqual([{ rows: 0 }]);
  await session.query('COMMIT');
});
