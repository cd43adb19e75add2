import type { DescMethod, Message } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { refuse } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import { LARGE_MESSAGE_BYTES, turns } from '../core/turns.ts';
import { decode, encodeReply } from './codec/codec.ts';
import { type Arrival, type MetadataReader, readContext, writeReplyMetadata } from './metadata.ts';
import type { Peer } from './peer.ts';
import type { ServedMethod } from './served-methods.ts';

/** A call that has come from another process. */
interface ArrivedCall extends Omit<Arrival, 'newRequestId'> {
  readonly payload: Uint8Array;
  readonly metadata: MetadataReader;
  /** Who is at the other end of its connection. */
  readonly peer: Peer;
}

/** A reply as it leaves for another process. */
interface WrittenReply {
  readonly payload: Uint8Array;
  readonly metadata: readonly [name: string, value: string][];
}

/** Answers a call, by whatever protocol it came: who calls, whether he may, the request, the work, the reply. Throws ConnectErrors only. */
export async function answerCall(served: ServedMethod | undefined, call: ArrivedCall): Promise<WrittenReply> {
  try {
    if (!served) refuse('OPERATION_UNIMPLEMENTED');
    const { verifier, deadline, signal } = call;
    const read = readContext(call.metadata, { verifier, deadline, signal, newRequestId: served.newRequestId });
    const context = read instanceof Promise ? await read : read;
    if (served.allowed) call.peer.admit(served.allowed, context.actor);
    if (call.payload.length > LARGE_MESSAGE_BYTES) await turns.next();
    const reply = await served.handle(readRequest(served.method, call.payload), context);
    const payload = reply.encoded ?? encodeReply(served.method.output, reply.message);
    return { payload, metadata: writeReplyMetadata(reply) };
  } catch (thrown) {
    throw thrown instanceof ConnectError ? thrown : toStatus(thrown);
  }
}

/** Bytes that are no such message are the caller's fault. */
function readRequest({ input }: DescMethod, bytes: Uint8Array): Message {
  try {
    return decode(input, bytes);
  } catch (cause) {
    refuse('REQUEST_INVALID', { cause });
  }
}
