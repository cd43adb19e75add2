import { create } from '@bufbuild/protobuf';
import { systemIds } from '../../../platform/core/ids.ts';
import type { ProcessLock } from '../../../platform/events/bus.ts';
import { type EventEnvelope, EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';

/** The type of events published in tests of the bus. */
export const TEST_EVENT = 'lyceum.test.v1.Event';

/** An event with a new id. */
export function newEnvelope(own: Partial<Omit<EventEnvelope, '$typeName' | '$unknown'>> = {}): EventEnvelope {
  return create(EventEnvelopeSchema, {
    id: systemIds.newId(),
    type: TEST_EVENT,
    aggregateId: 'a',
    requestId: 'r',
    occurredAt: '2026-10-05T08:00:00.000Z',
    ...own,
  });
}

/** A lock of a subscription that no other process wants. */
export const held: ProcessLock = { isHeld: true, take: async () => true, release: async () => undefined };

/** Always returns true. */
export const always = () => true;
