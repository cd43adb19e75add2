import type { DescMessage, Message } from '@bufbuild/protobuf';
import { Refusal } from '../core/errors/refusal.ts';
import { encode } from './codec/codec.ts';
import { MESSAGE_BYTES_AT_MOST } from './message-limits.ts';

/** A reply's bytes. Throws for values that the contract's types can not hold, and DEPENDENCY_UNAVAILABLE for more bytes than a call may carry. */
export function encodeReply(schema: DescMessage, message: Message): Buffer {
  const encoded = encode(schema, message);
  if (encoded.length <= MESSAGE_BYTES_AT_MOST) return encoded;
  throw new Refusal('DEPENDENCY_UNAVAILABLE', { cause: new Error('the answer is too large') });
}
