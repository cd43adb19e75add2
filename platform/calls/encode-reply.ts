import type { DescMessage, Message } from '@bufbuild/protobuf';
import { encode } from '../../libraries/grpc-mux/index.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { MAX_MESSAGE_BYTES } from './message-limits.ts';

/**
 * A reply's bytes. Throws for values that the fields' types cannot represent, and DEPENDENCY_UNAVAILABLE if the message
 * is too large for a call.
 */
export function encodeReply(schema: DescMessage, message: Message): Buffer {
  const encoded = encode(schema, message);
  if (encoded.length <= MAX_MESSAGE_BYTES) return encoded;
  throw new Refusal('DEPENDENCY_UNAVAILABLE', { cause: new Error('the answer is too large') });
}
