import type { Message } from '@bufbuild/protobuf';
import type { ReplyMetadata } from './call-context.ts';

/** The reply to a call. */
export interface Reply<M extends Message = Message> {
  readonly message: M;
  /** The encoded message, if it exists already: a write is encoded before it is committed. */
  readonly encoded?: Uint8Array;
  /** Present on keyed writes. */
  readonly metadata?: ReplyMetadata;
  /** The bytes that a write has sent to its database; absent if nothing was written. */
  readonly bytesWritten?: number;
}
