import type { DescMethod, DescMethodUnary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { type AddressCounts, decode, encode } from '../../libraries/grpc-mux/index.ts';
import type { CallContext } from '../core/call-context.ts';
import { remainingMs } from '../core/clock.ts';
import { LARGE_MESSAGE_BYTES, yieldToEventLoop } from '../core/event-loop.ts';
import type { Transport } from './caller.ts';
import { MAX_MESSAGE_BYTES } from './message-limits.ts';
import { readReplyMetadata } from './metadata.ts';

/** A transport to a service in another process; can be closed. */
export interface RemoteTransport extends Transport {
  close(): void;
  /** The state of the link to the service, if the transport knows it. */
  readonly link?: LinkCounts;
}

/** The counts of a link to a service, for metrics. */
export interface LinkCounts {
  /** Retries of calls since the start. */
  readonly retries: number;
  readonly addresses: AddressCounts;
}

/** A reply received from another process. */
export interface ReadReply {
  readonly payload: Uint8Array;
  readonly header: Headers;
}

/** Sends a request and waits for its reply. Throws ConnectErrors. */
type Send = (method: DescMethodUnary, payload: Buffer, context: CallContext) => Promise<ReadReply>;

/** Calls sent as bytes over any transport. Does not send calls that are aborted, late or too large. */
export function remoteCalls(send: Send): Transport {
  return {
    async invoke(method, request, context) {
      refuseExpired(context);
      const payload = encode(method.input, request);
      if (payload.length > MAX_MESSAGE_BYTES)
        throw new ConnectError('the request is too large', Code.ResourceExhausted);
      const reply = await send(method, payload, context);
      if (reply.payload.length > LARGE_MESSAGE_BYTES) await yieldToEventLoop();
      const message = decode(method.output, reply.payload);
      return reply.header === NO_HEADERS ? { message } : { message, ...readReplyMetadata(reply.header) };
    },
  };
}

/** Throws if the call is aborted or its deadline has passed. */
export function refuseExpired({ signal, deadline }: CallContext): void {
  if (signal?.aborted) throw new ConnectError('the caller is gone', Code.Canceled);
  if (remainingMs(deadline) <= 0) throw new ConnectError('the deadline has passed', Code.DeadlineExceeded);
}

/** `/lyceum.directory.v1.UserService/GetUser` */
export function pathOf(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

/** Shared by replies without metadata; must not be changed. */
export const NO_HEADERS = new Headers();
