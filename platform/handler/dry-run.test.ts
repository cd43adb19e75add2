import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../libraries/pg-batch/index.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { callOperation, newActor, newAdministratorActor, newKey } from '../../test/support/probe/call-operation.ts';
import { insertNote, storedOf } from '../../test/support/probe/notes.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import type { Actor, IntegrationActor } from '../core/actor.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { type DomainEvent, event } from '../core/event.ts';
import { command } from './command.ts';

const request = { user: { email: 'a@x.example' } };
const integrationCreated = event(IntegrationCreatedSchema, 'aggregate', { integrationId: 'u' });
const { createUser } = UserService.method;

let actor: IntegrationActor;
let published: (readonly DomainEvent[])[];
const probe = await startProbe();
const service = probe.service({ onCommitted: (_, events) => published.push(events) });
afterAll(() => probe.stop());
beforeEach(() => {
  actor = newActor();
  published = [];
});

const nothing = { notes: 0, events: 0, keys: 0 };
const stored = () => storedOf(probe, actor.institutionId);
const tried = (run: (tx: Tx) => Promise<void>, more: { refusal?: Refusal } = {}) =>
  callOperation(
    service,
    command(createUser, {
      async run(tx) {
        await run(tx);
        const events = [integrationCreated];
        return more.refusal
          ? { refusal: more.refusal, events }
          : { response: { user: { email: 'b@x.example' } }, events };
      },
    }),
    request,
    { actor, isDryRun: true },
  );

describe('a dry run', () => {
  it('answers with a refusal whose writes would be committed, and commits none', async () => {
    const refusal = new Refusal('REFERENCE_INVALID');
    const refused = tried(async (tx) => insertNote(tx, actor.institutionId, 'closed'), { refusal });
    await expect(refused).rejects.toMatchObject({ code: 'REFERENCE_INVALID' });
    expect(await stored()).toEqual(nothing);
    expect(published).toEqual([]);
  });

  it('does not hold up a write beside it, nor is it in one transaction with it', async () => {
    const write = command(createUser, {
      async run(tx) {
        insertNote(tx, actor.institutionId, 'kept');
        return { response: {}, events: [integrationCreated] };
      },
    });
    const writes = Array.from({ length: 5 }, () =>
      callOperation(service, write, request, { actor, idempotency: newKey() }),
    );
    const settled = await Promise.allSettled([
      ...writes,
      ...Array.from({ length: 5 }, (_, n) => tried(async (tx) => insertNote(tx, actor.institutionId, `tried ${n}`))),
    ]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await stored()).toEqual({ notes: 1, events: 1, keys: 1 });
  });

  it('is refused to everybody but integrations, which only the gateway has for callers', async () => {
    const others: Actor[] = [
      newAdministratorActor(actor.institutionId),
      { kind: 'operator', institutionId: actor.institutionId },
    ];
    for (const other of others) {
      const ran: string[] = [];
      const noting = command(createUser, {
        async run() {
          ran.push('run');
          return { response: {} };
        },
      });
      const refused = callOperation(service, noting, request, { actor: other, isDryRun: true });
      await expect(refused).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
      expect(ran).toEqual([]);
    }
  });
});
