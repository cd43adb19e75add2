import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { PassedSpan } from '../observability/tracing/passed-span.ts';

/** What a line of the log says of an event: which it is, whose, and the request and the trace that it comes from. */
export function lineOfEvent({ id, type, institutionId, requestId, traceparent }: EventEnvelope): object {
  return { eventId: id, type, institutionId: institutionId || null, requestId, ...PassedSpan.read(traceparent)?.ids };
}
