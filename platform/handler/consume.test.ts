import { create, toBinary } from '@bufbuild/protobuf';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../libraries/pg-batch/index.ts';
import { type EventEnvelope, EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import {
  IntegrationCreatedSchema,
  IntegrationSecretRotatedSchema,
} from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { insertNote, storedOf } from '../../test/support/probe/notes.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { event } from '../core/event.ts';
import { systemIds } from '../core/ids.ts';
import { type Consumer, consume } from './consume.ts';

let institutionId: string;
let committedEvents: unknown[];
const probe = await startProbe();
const service = probe.service({ onCommitted: (_, events) => committedEvents.push(events) });
afterAll(() => probe.stop());
beforeEach(async () => {
  institutionId = systemIds.newId();
  committedEvents = [];
  await probe.sql('TRUNCATE outbox');
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
const TYPES = [IntegrationCreatedSchema.typeName];

/** Stores a note about each event and publishes an event of its own for it. */
function noting(name: string, pause: (tx: Tx) => Promise<unknown> = async () => undefined): Consumer {
  return consume(name, TYPES, {
    async run(tx, envelopes) {
      for (const { institutionId: of } of envelopes) insertNote(tx, of);
      await pause(tx);
      return envelopes.map(() => echo);
    },
  });
}

const stored = async () => {
  const notes = await storedOf(probe, institutionId);
  const echoes = await probe.sql('SELECT FROM outbox WHERE type = $1', [IntegrationSecretRotatedSchema.typeName]);
  return { notes: notes?.notes, echoes: echoes.length };
};
const once = { notes: 1, echoes: 1 };

describe('an event', () => {
  it('that is delivered again changes nothing, sequentially or concurrently', async () => {
    const consumer = noting('again');
    const it = envelope();
    await consumer.handle(service.runtime, [it]);
    await consumer.handle(service.runtime, [it]);
    expect(await stored()).toEqual(once);
    const other = envelope();
    await Promise.all(Array.from({ length: 8 }, () => consumer.handle(service.runtime, [other])));
    expect(await stored()).toEqual({ notes: 2, echoes: 2 });
    expect(committedEvents.flat()).toEqual([echo, echo]);
  });

  it('that could not be handled stores nothing, and is handled when it is delivered again', async () => {
    let fails = true;
    const consumer = noting('failing', async (tx) => {
      await tx.rows(positional('test_one', 'SELECT 1'), []);
      if (fails) throw new Error('not now');
    });
    const both = [envelope(), envelope()];
    await expect(consumer.handle(service.runtime, both)).rejects.toThrow('not now');
    expect(await stored()).toEqual({ notes: 0, echoes: 0 });
    expect(committedEvents).toEqual([]);
    fails = false;
    await consumer.handle(service.runtime, both);
    expect(await stored()).toEqual({ notes: 2, echoes: 2 });
  });
});
