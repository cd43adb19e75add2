import { create, toBinary } from '@bufbuild/protobuf';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tx } from '../../libraries/pg-batch/index.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { MemberService } from '../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { AppointmentSchema } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { watchDatabaseTraffic } from '../../test/support/postgres/database-traffic.ts';
import { callOperation, newActor, newKey } from '../../test/support/probe/call-operation.ts';
import { insertNote, type Stored, storedOf } from '../../test/support/probe/notes.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import type { Transport } from '../calls/caller.ts';
import { MAX_MESSAGE_BYTES } from '../calls/message-limits.ts';
import type { TenantActor } from '../core/actor.ts';
import { Refusal, refuse } from '../core/errors/refusal.ts';
import { type DomainEvent, event } from '../core/event.ts';
import { command } from './command.ts';

const COUNT = positional('test_count', 'SELECT count(*)::int AS notes FROM notes WHERE institution_id = $1');

const { createUser } = UserService.method;
const { batchResolveMembers } = MemberService.method;
const request = { user: { email: 'a@x.example' } };
const integrationCreated = event(IntegrationCreatedSchema, 'aggregate', { integrationId: 'u' });

let actor: TenantActor;
let committedEvents: (readonly DomainEvent[])[];
const probe = await startProbe();
const service = probe.service({ onCommitted: (_, events) => committedEvents.push(events) });
afterAll(() => probe.stop());
beforeEach(() => {
  actor = newActor();
  committedEvents = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

const insert = (tx: Tx, title: string) => insertNote(tx, actor.institutionId, title);
const stored = () => storedOf(probe, actor.institutionId);
const nothing = { notes: 0, events: 0, keys: 0 };
const once = { notes: 1, events: 1, keys: 1 };

describe('a refusal whose writes are committed', () => {
  const closing = command(createUser, {
    run: async (tx) => {
      insert(tx, 'closed');
      return { refusal: new Refusal('REFERENCE_INVALID'), events: [integrationCreated] };
    },
  });

  it('commits writes and events, publishes them, throws the refusal and leaves the key free', async () => {
    const key = newKey();
    const refused = callOperation(service, closing, request, { actor, idempotency: key });
    await expect(refused).rejects.toMatchObject({ code: 'REFERENCE_INVALID' });
    expect(await stored()).toEqual({ notes: 1, events: 1, keys: 0 });
    expect(committedEvents).toEqual([[integrationCreated]]);
    const next = command(createUser, { run: async () => ({ response: {} }) });
    const { metadata } = await callOperation(service, next, request, { actor, idempotency: key });
    expect(metadata?.replayed).toBe(false);
  });
});

describe('a command', () => {
  it('calls other services without its key, which is its own', async () => {
    const keys: unknown[] = [];
    const transport: Transport = {
      invoke: async (method, _, { idempotency }) => {
        keys.push(idempotency);
        return { message: create(method.output) };
      },
    };
    const calling = probe.service({}, { router: { transportOf: () => transport } });
    const resolving = command(createUser, {
      prepare: async (_, { call }) => void (await call(batchResolveMembers, {})),
      run: async () => ({ response: {} }),
    });
    await callOperation(calling, resolving, request, { actor, idempotency: newKey() });
    expect(keys).toEqual([undefined]);
  });

  it('admits, prepares, runs, commits and notifies, in this order, with one time and actor', async () => {
    const steps: string[] = [];
    const committed = Promise.withResolvers<Stored | undefined>();
    const listening = probe.service({
      onCommitted: (_, events) => {
        steps.push('told');
        expect(events).toEqual([integrationCreated]);
        committed.resolve(stored());
      },
    });
    const operation = command(createUser, {
      admit: async (request, context) => {
        steps.push(`admit ${request.user?.email} ${context.now}`);
        return 'admitted';
      },
      prepare: async (_, context) => {
        expect(context.admitted).toBe('admitted');
        steps.push('prepare');
        expect(context.actor).toBe(actor);
        return { remote: context.requestId };
      },
      run: async (tx, _, { prepared, now, newId, requestId }) => {
        steps.push('run');
        expect(prepared).toEqual({ remote: requestId });
        insert(tx, newId());
        return { response: { user: { name: `${now}` } }, events: [integrationCreated] };
      },
    });
    const reply = await callOperation(listening, operation, request, { actor, requestId: 'request-1' });
    expect(steps).toEqual([`admit a@x.example ${probe.clock.now()}`, 'prepare', 'run', 'told']);
    expect(reply.message.user?.name).toBe(`${probe.clock.now()}`);
    expect(reply.metadata).toBeUndefined();
    expect(await committed.promise).toEqual({ notes: 1, events: 1, keys: 0 });
    expect(
      await probe.sql('SELECT type, aggregate_id, request_id FROM outbox WHERE institution_id = $1', [
        actor.institutionId,
      ]),
    ).toEqual([{ type: IntegrationCreatedSchema.typeName, aggregate_id: 'aggregate', request_id: 'request-1' }]);
  });

  it('without reads sends one batch, with key and events', async () => {
    const operation = command(createUser, {
      run: async (tx) => {
        insert(tx, 'a');
        return { response: {}, events: [integrationCreated, integrationCreated] };
      },
    });
    const traffic = watchDatabaseTraffic();
    const { metadata } = await callOperation(service, operation, request, {
      actor,
      idempotency: newKey(),
      requestId: 'r',
    });
    expect(traffic.roundTrips).toBe(1);
    expect(metadata).toEqual({ replayed: false, requestId: 'r', timestamp: new Date(probe.clock.now()).toISOString() });
    expect(await stored()).toEqual({ ...once, events: 2 });
  });

  it.each(['admit', 'prepare', 'run'] as const)(
    'that is refused in %s stores nothing and publishes nothing',
    async (step) => {
      const no = async () => refuse('REFERENCE_INVALID');
      const operation = command(createUser, {
        run: async (tx) => {
          insert(tx, 'a');
          await tx.rows(COUNT, [actor.institutionId]);
          return step === 'run' ? refuse('REFERENCE_INVALID') : { response: {}, events: [integrationCreated] };
        },
        ...(step === 'run' ? {} : { [step]: no }),
      });
      const call = callOperation(service, operation, request, { actor, idempotency: newKey() });
      await expect(call).rejects.toMatchObject({ code: 'REFERENCE_INVALID' });
      expect(await stored()).toEqual(nothing);
      expect(committedEvents).toEqual([]);
    },
  );

  describe.each(['with a key', 'without'])('%s', (key) => {
    const context = () => ({ actor, ...(key === 'with a key' ? { idempotency: newKey() } : {}) });
    const beyondInt32 = { duration: 2 ** 31 };

    it('stores nothing if its response cannot be encoded', async () => {
      const operation = command(batchResolveMembers, {
        run: async (tx) => {
          insert(tx, 'a');
          await tx.rows(COUNT, [actor.institutionId]);
          return { response: { members: [{ index: 2 ** 31 }] }, events: [integrationCreated] };
        },
      });
      await expect(callOperation(service, operation, {}, context())).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await stored()).toEqual(nothing);
      expect(committedEvents).toEqual([]);
    });

    it('stores nothing if an event cannot be encoded', async () => {
      const operation = command(createUser, {
        run: async (tx) => {
          insert(tx, 'a');
          return { response: {}, events: [integrationCreated, event(AppointmentSchema, 'aggregate', beyondInt32)] };
        },
      });
      await expect(callOperation(service, operation, request, context())).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await stored()).toEqual(nothing);
    });

    it('stores nothing if its response is larger than a call allows', async () => {
      const operation = command(createUser, {
        run: async (tx) => {
          insert(tx, 'a');
          return { response: { user: { name: 'x'.repeat(MAX_MESSAGE_BYTES) } } };
        },
      });
      const call = callOperation(service, operation, request, context());
      await expect(call).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
      expect(await stored()).toEqual(nothing);
    });
  });

  it('replies with the bytes that it has stored for replays', async () => {
    const operation = command(createUser, {
      run: async (_, __, { newId }) => ({ response: { user: { id: newId() } } }),
    });
    const context = { actor, idempotency: newKey() };
    const first = await callOperation(service, operation, request, context);
    const again = await callOperation(service, operation, request, context);
    expect([again.metadata?.replayed, again.message]).toEqual([true, first.message]);
    expect(Buffer.from(again.encoded ?? [])).toEqual(Buffer.from(toBinary(createUser.output, first.message)));
    expect(Buffer.from(first.encoded ?? [])).toEqual(again.encoded);
  });

  it('stays committed when a listener fails', async () => {
    const careless = probe.service({
      onCommitted: () => {
        throw new Error('a cache could not be invalidated');
      },
    });
    const operation = command(createUser, {
      run: async (tx) => {
        insert(tx, 'a');
        return { response: {}, events: [integrationCreated] };
      },
    });
    await callOperation(careless, operation, request, { actor });
    expect(await stored()).toEqual({ notes: 1, events: 1, keys: 0 });
  });

  it('needs an institution, unless its contract says that it belongs to none', async () => {
    const context = { actor: { kind: 'operator', institutionId: null } } as const;
    const tenant = command(createUser, { run: async () => ({ response: {} }) });
    await expect(callOperation(service, tenant, request, context)).rejects.toMatchObject({
      code: 'CALLER_UNAUTHENTICATED',
    });
    const platform = command(InstitutionService.method.importInstitution, {
      of: 'nobody',
      run: async (_tx, _request, { actor: nobody }) => {
        expect(nobody).toBeUndefined();
        return { response: {}, events: [integrationCreated] };
      },
    });
    await callOperation(service, platform, { ref: 'r', name: 'n' }, { ...context, requestId: 'platform' });
    expect(await probe.sql("SELECT institution_id FROM outbox WHERE request_id = 'platform'")).toEqual([
      { institution_id: null },
    ]);
  });
});
