import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { FOR_EVER, withinCall } from '../../core/call-scope.ts';
import { PassedSpan } from '../../observability/tracing/passed-span.ts';
import type { Tracer } from '../../observability/tracing/tracer.ts';
import { typeOfError } from '../../observability/tracing/type-of-error.ts';
import { messagingAttributes } from './messaging-attributes.ts';

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
  const cause = PassedSpan.read(envelope.traceparent);
  const span = tracer.begin({
    kind: 'consumer',
    name: `process ${envelope.type}`,
    attributes: { ...messagingAttributes(envelope, 'process'), 'messaging.consumer.group.name': subscriber },
    ...(isReplay ? { link: cause } : { parent: cause }),
  });
  const { requestId, institutionId } = envelope;
  try {
    const scope = { deadline: FOR_EVER, span, requestId, actor: { institutionId: institutionId || null } };
    return await withinCall(scope, handle);
  } catch (error) {
    span.fail(typeOfError(error));
    throw error;
  } finally {
    span.end();
  }
}
