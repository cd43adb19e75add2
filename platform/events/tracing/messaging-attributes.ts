import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Attributes } from '../../core/span.ts';

/** What a span says of an event: which it is and whose, nothing of what it tells. */
export function messagingAttributes(
  { id, type, institutionId, requestId }: EventEnvelope,
  operation: 'send' | 'process',
): Attributes {
  return {
    'messaging.system': 'nats',
    'messaging.operation.type': operation,
    'messaging.operation.name': operation,
    'messaging.destination.name': type,
    'messaging.message.id': id,
    'lyceum.request_id': requestId,
    ...(institutionId === '' ? {} : { 'lyceum.institution_id': institutionId }),
  };
}
