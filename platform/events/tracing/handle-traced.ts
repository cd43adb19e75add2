import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { NO_DEADLINE, withinCall } from '../../core/call-scope.ts';
import { type Attributes, beginSpan, failSpan, readSpan, SpanKind, type Tracer } from '../../core/spans.ts';
import { typeOfError } from '../../observability/tracing/type-of-error.ts';

interface Handling {
  /** The name of the subscriber. */
  readonly subscriber: string;
  readonly envelope: EventEnvelope;
  /** Whether it is a dead letter that an operator replays. */
  readonly isReplay?: boolean;
}

/**
 * Handles an event in a span whose parent is the publication, so that one trace shows a request with all its effects. A
 * replay by an operator starts a new trace with a link to the publication.
 */
export async function handleTraced<T>(
  tracer: Tracer,
  { subscriber, envelope, isReplay = false }: Handling,
  handle: () => Promise<T>,
): Promise<T> {
  const cause = readSpan({ traceparent: envelope.traceparent });
  const span = beginSpan(tracer, `process ${envelope.type}`, {
    kind: SpanKind.CONSUMER,
    attributes: { ...attributesOf(envelope, 'process'), 'messaging.consumer.group.name': subscriber },
    ...(isReplay ? { link: cause } : { parent: cause }),
  });
  const { requestId, institutionId } = envelope;
  try {
    const scope = { deadline: NO_DEADLINE, span, requestId, actor: { institutionId: institutionId || null } };
    return await withinCall(scope, handle);
  } catch (error) {
    failSpan(span, typeOfError(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The span attributes of an event: identifiers only, no payload. */
export function attributesOf(
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
