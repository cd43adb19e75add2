import { create } from '@bufbuild/protobuf';
import { systemIds } from '../../platform/core/ids.ts';
import { type EventEnvelope, EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';

/** The type of the events that are told in tests of the bus. */
export const TEST_EVENT = 'lyceum.test.v1.Event';

/** An event of a new id. */
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

/** Always says yes. */
export const always = () => true;
