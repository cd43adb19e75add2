import { fromBinary } from '@bufbuild/protobuf';
import { type EventEnvelope, EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { subjectOf } from './event-stream.ts';

interface Message {
  readonly subject: string;
  readonly data: Uint8Array;
}

/**
 * The event that a message carries. Null for bytes that are none, and for an event of another type or institution than the subject says: who may
 * publish what is decided by the subject alone.
 */
export function eventOfMessage({ subject, data }: Message): EventEnvelope | null {
  try {
    const envelope = fromBinary(EventEnvelopeSchema, data);
    return subjectOf(envelope) === subject ? envelope : null;
  } catch {
    return null;
  }
}
