import type { DescMethod, DescMethodUnary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { CallContext } from '../core/call-context.ts';
import { remainingMs } from '../core/clock.ts';
import { eventLoop, LARGE_MESSAGE_BYTES } from '../core/event-loop.ts';
import type { Transport } from './caller.ts';
import { decode, encode } from './codec/codec.ts';
import { MESSAGE_BYTES_AT_MOST } from './message-limits.ts';
import { readReplyMetadata } from './metadata.ts';

/** A transport to a service in another process, with an end. */
export interface RemoteTransport extends Transport {
  close(): void;
  /** How the way to the service stands, where the transport knows. */
  readonly link?: LinkCounts;
}

/** The way to a service in numbers: a measure. */
export interface LinkCounts {
  /** Tries of calls beyond the first, since the start. */
  readonly retries: number;
  /** How many addresses are in each state. */
  readonly addresses: Readonly<Record<'live' | 'trying' | 'down', number>>;
}

/** A reply as it has come from another process. */
export interface ReadReply {
  readonly payload: Uint8Array;
  readonly header: Headers;
}

/** Sends a request and waits for its reply. Throws ConnectErrors. */
type Send = (method: DescMethodUnary, payload: Buffer, context: CallContext) => Promise<ReadReply>;

/** Calls that leave the process as bytes, whatever carries them: what nobody waits for, or no message may hold, is not sent. */
export function remoteCalls(send: Send): Transport {
  return {
    async invoke(method, request, context) {
      refuseWhatIsOver(context);
      const payload = encode(method.input, request);
      if (payload.length > MESSAGE_BYTES_AT_MOST)
        throw new ConnectError('the request is too large', Code.ResourceExhausted);
      const reply = await send(method, payload, context);
      if (reply.payload.length > LARGE_MESSAGE_BYTES) await eventLoop.yield();
      const message = decode(method.output, reply.payload);
      return reply.header === NO_HEADERS ? { message } : { message, ...readReplyMetadata(reply.header) };
    },
  };
}

/** Throws where nobody waits for the call any more. */
export function refuseWhatIsOver({ signal, deadline }: CallContext): void {
  if (signal?.aborted) throw new ConnectError('the caller is gone', Code.Canceled);
  if (remainingMs(deadline) <= 0) throw new ConnectError('the deadline has passed', Code.DeadlineExceeded);
}

/** `/lyceum.directory.v1.UserService/GetUser` */
export function pathOf(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

/** Of replies that say nothing beside their message: nobody may add to them. */
export const NO_HEADERS = new Headers();
