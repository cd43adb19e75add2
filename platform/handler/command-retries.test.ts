import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { callOperation, newActor, newKey } from '../../test/support/probe/call-operation.ts';
import { insertNote, storedOf } from '../../test/support/probe/notes.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import type { TenantActor } from '../core/actor.ts';
import { StalePreparation } from '../core/errors/refusal.ts';
import { type DomainEvent, event } from '../core/event.ts';
import { command } from './command.ts';

const COUNT = positional<{ notes: number }>(
  'test_count',
  'SELECT count(*)::int AS notes FROM notes WHERE institution_id = $1',
);
const ADD = positional('test_add', 'UPDATE notes SET count = count + 1 WHERE institution_id = $1 AND title = $2');
const SERIALIZABLE = positional('test_serializable', 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');

const { createUser } = UserService.method;
const request = { user: { email: 'a@x.example' } };
const integrationCreated = event(IntegrationCreatedSchema, 'aggregate', { integrationId: 'u' });

let actor: TenantActor;
let committedEvents: (readonly DomainEvent[])[];
const probe = await startProbe();
await probe.sql(`ALTER DATABASE ${new URL(probe.databaseUrl).pathname.slice(1)} SET deadlock_timeout = '20ms'`);
const service = probe.service({ onCommitted: (_, events) => committedEvents.push(events) });
afterAll(() => probe.stop());
beforeEach(() => {
  actor = newActor();
  committedEvents = [];
});

describe('two conflicting commands', () => {
  /** Makes the first attempts of two commands wait for each other. */
  function meeting() {
    let present = 0;
    const all = Promise.withResolvers<void>();
    return async () => {
      if (++present === 2) all.resolve();
      await all.promise;
    };
  }

  it('both succeed, once each, after a deadlock', async () => {
    await probe.sql(
      "INSERT INTO notes (institution_id, id, title) SELECT $1, gen_random_uuid(), unnest('{a,b}'::text[])",
      [actor.institutionId],
    );
    const meet = meeting();
    let prepared = 0;
    let ran = 0;
    const add = (first: string, second: string) =>
      command(createUser, {
        prepare: async () => {
          prepared++;
        },
        run: async (tx) => {
          ran++;
          await tx.rows(ADD, [actor.institutionId, first]);
          await meet();
          await tx.rows(ADD, [actor.institutionId, second]);
          return { response: {}, events: [integrationCreated] };
        },
      });
    const calls = [add('a', 'b'), add('b', 'a')].map((operation) =>
      callOperation(service, operation, request, { actor, idempotency: newKey() }),
    );
    await Promise.all(calls);
    expect(ran).toBeGreaterThan(2);
    expect(prepared).toBe(ran);
    expect(await storedOf(probe, actor.institutionId)).toEqual({ notes: 2, events: 2, keys: 2 });
    expect(await probe.sql('SELECT count FROM notes WHERE institution_id = $1', [actor.institutionId])).toEqual([
      { count: 2 },
      { count: 2 },
    ]);
    expect(committedEvents).toEqual([[integrationCreated], [integrationCreated]]);
  });

  it('succeed one after the other if they cannot be serialised', async () => {
    const meet = meeting();
    const operation = command(createUser, {
      // The isolation is set before any other statement.
      of: 'nobody',
      run: async (tx) => {
        await tx.rows(SERIALIZABLE, []);
        const [row] = await tx.rows(COUNT, [actor.institutionId]);
        await meet();
        insertNote(tx, actor.institutionId, `number ${row?.notes}`);
        return { response: { user: { name: `${row?.notes}` } } };
      },
    });
    const replies = await Promise.all([1, 2].map(() => callOperation(service, operation, request, { actor })));
    expect(replies.map(({ message }) => message.user?.name).sort()).toEqual(['0', '1']);
  });

  it('that always conflict fail as temporarily unavailable after a few attempts', async () => {
    const conflict = positional(
      'test_conflict',
      "DO $$ BEGIN RAISE EXCEPTION 'always' USING ERRCODE = '40001'; END $$",
    );
    let tries = 0;
    const operation = command(createUser, {
      run: async (tx) => {
        tries++;
        tx.write(conflict, []);
        return { response: {} };
      },
    });
    const call = callOperation(service, operation, request, { actor });
    await expect(call).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    expect(tries).toBe(5);
  });
});

describe('a stale preparation', () => {
  const staleUntil = (enough: number, attempts: string[]) =>
    command(createUser, {
      prepare: async () => attempts.push('prepare'),
      run: async (tx, _, { prepared }) => {
        insertNote(tx, actor.institutionId, `after ${prepared}`);
        attempts.push('run');
        if (prepared < enough * 2 - 1) throw new StalePreparation();
        return { response: {}, events: [integrationCreated] };
      },
    });

  it('is repeated, and nothing of the previous attempt is stored', async () => {
    const attempts: string[] = [];
    await callOperation(service, staleUntil(2, attempts), request, { actor, idempotency: newKey() });
    expect(attempts).toEqual(['prepare', 'run', 'prepare', 'run']);
    expect(await storedOf(probe, actor.institutionId)).toEqual({ notes: 1, events: 1, keys: 1 });
  });

  it('that is always stale fails after a few attempts', async () => {
    const attempts: string[] = [];
    const call = callOperation(service, staleUntil(Number.POSITIVE_INFINITY, attempts), request, { actor });
    await expect(call).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    expect(attempts).toHaveLength(10);
    expect(await storedOf(probe, actor.institutionId)).toEqual({ notes: 0, events: 0, keys: 0 });
  });
});
