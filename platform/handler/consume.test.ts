import { create, toBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callOperation, newActor } from '../../dev/testing/probe/call-operation.ts';
import { insertNote, storedOf } from '../../dev/testing/probe/notes.ts';
import { positional } from '../../dev/testing/probe/positional.ts';
import { type Probe, startProbe } from '../../dev/testing/probe/start-probe.ts';
import { type EventEnvelope, EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import {
  IntegrationCreatedSchema,
  IntegrationSecretRotatedSchema,
} from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { event } from '../core/event.ts';
import { systemIds } from '../core/ids.ts';
import type { Tx } from '../data/tx.ts';
import type { RunningService } from '../process/service.ts';
import { command } from './command.ts';
import { type Consumer, consume } from './consume.ts';

let probe: Probe;
let service: RunningService;
let institutionId: string;
let committedEvents: unknown[];
beforeAll(async () => {
  probe = await startProbe();
  service = probe.service({ onCommitted: (_, events) => committedEvents.push(events) });
});
afterAll(() => probe.stop());
beforeEach(() => {
  institutionId = systemIds.newId();
  committedEvents = [];
});

function envelope(own: { institutionId?: string } = {}): EventEnvelope {
  return create(EventEnvelopeSchema, {
    id: systemIds.newId(),
    type: IntegrationCreatedSchema.typeName,
    institutionId,
    aggregateId: 'a',
    requestId: 'cause',
    occurredAt: '2026-10-05T08:00:00.000Z',
    payload: toBinary(IntegrationCreatedSchema, create(IntegrationCreatedSchema, { integrationId: 'u' })),
    ...own,
  });
}

const echo = event(IntegrationSecretRotatedSchema, 'b', { integrationId: 'u' });

/** Stores a note about the event and publishes an event of its own. */
function noting(name: string, pause: (tx: Tx) => Promise<unknown> = async () => undefined): Consumer {
  return consume(
    name,
    IntegrationCreatedSchema,
    async (tx, { integrationId }, { envelope: { institutionId: of }, newId }) => {
      insertNote(tx, of, `${integrationId} ${newId()}`);
      await pause(tx);
      return { events: [echo] };
    },
  );
}

const stored = () => storedOf(probe, institutionId);
const once = { notes: 1, events: 1, keys: 0 };

describe('an event', () => {
  it('that is delivered again changes nothing, sequentially or concurrently', async () => {
    const consumer = noting('again');
    const it = envelope();
    await consumer.handle(service.runtime, it);
    await consumer.handle(service.runtime, it);
    expect(await stored()).toEqual(once);
    const other = envelope();
    await Promise.all(Array.from({ length: 8 }, () => consumer.handle(service.runtime, other)));
    expect(await stored()).toEqual({ notes: 2, events: 2, keys: 0 });
    expect(committedEvents).toEqual([[echo], [echo]]);
  });

  it('is handled by each consumer separately', async () => {
    const it = envelope();
    await noting('one').handle(service.runtime, it);
    await noting('other').handle(service.runtime, it);
    expect(await stored()).toEqual({ notes: 2, events: 2, keys: 0 });
  });

  it('that could not be handled stores nothing, and is handled when it is delivered again', async () => {
    let fails = true;
    const consumer = noting('failing', async (tx) => {
      await tx.rows(positional('test_one', 'SELECT 1'), []);
      if (fails) throw new Error('not now');
    });
    const it = envelope();
    await expect(consumer.handle(service.runtime, it)).rejects.toThrow('not now');
    expect(await stored()).toEqual({ notes: 0, events: 0, keys: 0 });
    expect(committedEvents).toEqual([]);
    fails = false;
    await consumer.handle(service.runtime, it);
    expect(await stored()).toEqual(once);
  });

  it('passes its institution and request on to the events that it causes', async () => {
    await noting('cause').handle(service.runtime, envelope());
    expect(
      await probe.sql('SELECT type, aggregate_id, request_id FROM outbox WHERE institution_id = $1', [institutionId]),
    ).toEqual([{ type: IntegrationSecretRotatedSchema.typeName, aggregate_id: 'b', request_id: 'cause' }]);
  });

  it('of the platform can be consumed, too', async () => {
    const seen: string[] = [];
    const consumer = consume('platform', IntegrationCreatedSchema, async (_, { integrationId }) => {
      seen.push(integrationId);
      return {};
    });
    await consumer.handle(service.runtime, envelope({ institutionId: '' }));
    expect(seen).toEqual(['u']);
  });
});

it('an event from another service is redelivered until it is handled', async () => {
  let tries = 0;
  const consumer = noting('remote', async (tx) => {
    await tx.rows(positional('test_one', 'SELECT 1'), []);
    if (++tries === 1) throw new Error('not now');
  });
  const elsewhere = await startProbe();
  const source = elsewhere.service({}, { bus: probe.bus });
  await probe.service({ consumers: [consumer] }).start();
  await source.start();
  const integrationCreated = event(IntegrationCreatedSchema, 'a', { integrationId: 'u' });
  const publish = command(UserService.method.createUser, {
    run: async () => ({ response: {}, events: [integrationCreated] }),
  });
  await callOperation(source, publish, { user: { email: 'a@x.example' } }, { actor: { ...newActor(), institutionId } });
  await vi.waitFor(async () => expect(await stored()).toEqual(once), 5_000);
  expect(tries).toBe(2);
  await elsewhere.stop();
});
