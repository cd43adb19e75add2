import type { Message } from '@bufbuild/protobuf';
import type { ReplyMetadata } from './call-context.ts';

/** What a call is answered with. */
export interface Reply<M extends Message = Message> {
  readonly message: M;
  /** The message's bytes, where they were needed before: a write is encoded before it is committed. */
  readonly encoded?: Uint8Array;
  /** Present on keyed writes. */
  readonly metadata?: ReplyMetadata;
  /** What a write has sent to its database, in bytes; absent where nothing was written. */
  readonly bytesWritten?: number;
}
