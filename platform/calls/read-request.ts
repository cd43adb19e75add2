import { type DescMethod, fromBinary, type Message } from '@bufbuild/protobuf';
import { refuse } from '../core/errors/refusal.ts';

/** Parses a request in protobuf's binary form. Refuses bytes that are no such message: that is the caller's fault. */
export function readRequest({ input }: DescMethod, bytes: Uint8Array): Message {
  try {
    return fromBinary(input, bytes);
  } catch (cause) {
    refuse('REQUEST_INVALID', { cause });
  }
}
