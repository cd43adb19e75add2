import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { readSpan, traceIdsOf } from '../core/spans.ts';

/** The fields of an event for the log: its id and type, the institution, and the request and trace that caused it. */
export function lineOfEvent({ id, type, institutionId, requestId, traceparent }: EventEnvelope): object {
  const span = readSpan({ traceparent });
  return { eventId: id, type, institutionId: institutionId || null, requestId, ...(span && traceIdsOf(span)) };
}
