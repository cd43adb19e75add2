import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { callOperation, newActor, newKey } from '../../../test/support/probe/call-operation.ts';
import { insertNote, storedOf } from '../../../test/support/probe/notes.ts';
import { positional } from '../../../test/support/probe/positional.ts';
import { startProbe } from '../../../test/support/probe/start-probe.ts';
import type { IntegrationActor } from '../../core/actor.ts';
import type { IdempotencyKey } from '../../core/call-context.ts';
import { refuse } from '../../core/errors/refusal.ts';
import { event } from '../../core/event.ts';
import { DAY_MS } from '../../core/instant.ts';
import { command } from '../../handler/command.ts';
import { silentLogger } from '../../observability/log.ts';
import { Janitor } from '../../process/janitor.ts';

const COUNT = positional('test_count', 'SELECT count(*)::int AS notes FROM notes WHERE institution_id = $1');
const LOCK = "hashtextextended($1 || '/' || $2 || '/' || $3, 0)";
const valid = { user: { email: 'a@x.example' } };
const FIFTY = Array.from({ length: 50 }, (_, index) => index);

/** The caller and its key: different ones in each test. */
let caller: { readonly actor: IntegrationActor; readonly idempotency: IdempotencyKey };
const probe = await startProbe();
const service = probe.service();
afterAll(() => probe.stop());
beforeEach(() => {
  caller = { actor: newActor(), idempotency: newKey() };
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A command that is one batch without BEGIN, and one that reads within a transaction. */
const kinds = { 'one batch': false, 'a transaction': true };

describe.each(Object.entries(kinds))('a command of %s', (_, reads) => {
  const operation = command(UserService.method.createUser, {
    run: async (tx, { user }, { actor, newId }) => {
      if (reads) await tx.rows(COUNT, [actor.institutionId]);
      insertNote(tx, actor.institutionId);
      return {
        response: { user: { id: newId(), email: user?.email ?? '' } },
        events: [event(IntegrationCreatedSchema, 'a', { integrationId: 'u' })],
      };
    },
  });
  async function write(fingerprint = 'a') {
    const idempotency = { ...caller.idempotency, fingerprint };
    const { message, metadata } = await callOperation(service, operation, valid, { ...caller, idempotency });
    return { user: message.user, ...metadata };
  }
  const stored = () => storedOf(probe, caller.actor.institutionId);
  const once = { notes: 1, events: 1, keys: 1 };

  it('that has completed is replayed to all concurrent requests', async () => {
    const first = await write();
    const replays = await Promise.all(FIFTY.map(() => write()));
    for (const replay of replays) expect(replay).toEqual({ ...first, replayed: true });
    expect(await stored()).toEqual(once);
  });

  it('that has completed is replayed while another request holds its key', async () => {
    const first = await write();
    const other = await probe.connect();
    const { actor, idempotency } = caller;
    await other.query(`SELECT pg_advisory_lock(${LOCK})`, [actor.institutionId, actor.integrationId, idempotency.key]);
    expect(await write()).toEqual({ ...first, replayed: true });
    await expect(write('b')).rejects.toMatchObject({ code: 'KEY_REUSED' });
    await other.query('SELECT pg_advisory_unlock_all()');
  });

  it('runs once for fifty concurrent requests: the others are replays or KEY_IN_FLIGHT', async () => {
    const answers = await Promise.allSettled(FIFTY.map(() => write()));
    const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(done.map(({ user }) => user?.id)).size).toBe(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'KEY_IN_FLIGHT' });
    expect(await stored()).toEqual(once);
  });

  it('compares each request with the completed key’s first one', async () => {
    await write();
    const answers = await Promise.allSettled(FIFTY.map((index) => write(index % 2 === 0 ? 'a' : 'b')));
    answers.forEach((answer, index) => {
      if (index % 2 === 0) expect(answer).toMatchObject({ status: 'fulfilled', value: { replayed: true } });
      else expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'KEY_REUSED' } });
    });
    expect(await stored()).toEqual(once);
  });

  it('runs one of many different requests with the same key', async () => {
    const answers = await Promise.allSettled(FIFTY.map((index) => write(`${index}`)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason.code).toMatch(/^KEY_(IN_FLIGHT|REUSED)$/);
    expect(await stored()).toEqual(once);
  });

  describe('whose record is swept', () => {
    /** Sweeps like a replica whose clock is a day ahead. */
    const sweep = () => {
      const clock = new FakeClock(new Date(probe.clock.now() + DAY_MS).toISOString());
      return new Janitor({ db: probe.database(), clock, log: silentLogger }).tidy();
    };

    it('between the claim of its key and the lookup of the record runs again', async () => {
      const first = await write();
      const { db } = service.runtime;
      const rows = db.rows.bind(db);
      vi.spyOn(db, 'rows').mockImplementationOnce(async (...args) => {
        await sweep();
        return rows(...args);
      });
      const second = await write();
      expect(second).toMatchObject({ replayed: false });
      expect(second.user?.id).not.toBe(first.user?.id);
      expect(await write()).toEqual({ ...second, replayed: true });
    });

    it('meanwhile is replayed, fails with KEY_IN_FLIGHT or runs again once, and nothing else', async () => {
      await write();
      const [answers] = await Promise.all([Promise.allSettled(FIFTY.map(() => write())), sweep()]);
      let anew = 0;
      for (const answer of answers) {
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'KEY_IN_FLIGHT' });
        else if (!answer.value.replayed) anew++;
      }
      expect(anew).toBeLessThanOrEqual(1);
      expect(await stored()).toMatchObject({ notes: 1 + anew, events: 1 + anew });
    });
  });
});

it('concurrent requests that are refused do not count as in flight for each other', async () => {
  const refusing = command(UserService.method.createUser, {
    prepare: async () => refuse('REFERENCE_INVALID'),
    run: never,
  });
  const calls = FIFTY.map(() => callOperation(service, refusing, valid, caller));
  for (const answer of await Promise.allSettled(calls))
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'REFERENCE_INVALID' } });
});

async function never(): Promise<never> {
  throw new Error('a command whose preparation is refused was run');
}
