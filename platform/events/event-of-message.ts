import { fromBinary } from '@bufbuild/protobuf';
import { type EventEnvelope, EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { subjectOf } from './event-stream.ts';

interface Message {
  readonly subject: string;
  readonly data: Uint8Array;
}

/**
 * The event in a message. Null if the bytes are invalid, or if the event's type or institution differs from the subject: permissions to publish
 * depend only on the subject.
 */
export function eventOfMessage({ subject, data }: Message): EventEnvelope | null {
  try {
    const envelope = fromBinary(EventEnvelopeSchema, data);
    return subjectOf(envelope) === subject ? envelope : null;
  } catch {
    return null;
  }
}
