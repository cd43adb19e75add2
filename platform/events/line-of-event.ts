import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { readSpan, traceIdsOf } from '../core/spans.ts';

/** What a line of the log says of an event: which it is, whose, and the request and the trace that it comes from. */
export function lineOfEvent({ id, type, institutionId, requestId, traceparent }: EventEnvelope): object {
  const span = readSpan({ traceparent });
  return { eventId: id, type, institutionId: institutionId || null, requestId, ...(span && traceIdsOf(span)) };
}
