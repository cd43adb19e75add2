import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { FOR_EVER, withinCall } from '../../core/call-scope.ts';
import { type Attributes, beginSpan, failSpan, readSpan, SpanKind, type Tracer } from '../../core/spans.ts';
import { typeOfError } from '../../observability/tracing/type-of-error.ts';

interface Handling {
  /** Who handles it. */
  readonly subscriber: string;
  readonly envelope: EventEnvelope;
  /** Whether it comes from the parked events, at an operator's wish. */
  readonly isReplay?: boolean;
}

/**
 * Handles an event as a span: a part of what told it, so that one trace shows a request with all that follows from it. A replay, which comes
 * when an operator wishes, begins a trace of its own with a link to that.
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
    const scope = { deadline: FOR_EVER, span, requestId, actor: { institutionId: institutionId || null } };
    return await withinCall(scope, handle);
  } catch (error) {
    failSpan(span, typeOfError(error));
    throw error;
  } finally {
    span.end();
  }
}

/** What a span says of an event: which it is and whose, nothing of what it tells. */
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
