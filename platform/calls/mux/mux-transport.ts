import { create, type DescMethodUnary, fromBinary, isMessage, type Message, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { type CallContext, callContextOf } from '../../core/call-context.ts';
import { remainingMs, timerMs } from '../../core/clock.ts';
import { LARGE_MESSAGE_BYTES, turns } from '../../core/turns.ts';
import type { RemoteTransport } from '../grpc-transport.ts';
import { MESSAGE_BYTES_AT_MOST } from '../message-limits.ts';
import { mayRepeat, RetryBudget, withRetries } from '../retries.ts';
import { pathOf } from '../served-methods.ts';
import { AddressPool, type PoolOptions } from './address-pool.ts';
import type { ReplyFrame } from './frames.ts';

/** Calls a service over multiplexed streams, one to each of its addresses. Calls that may be repeated are, when they are cut off. */
export function muxTransport(options: PoolOptions): RemoteTransport {
  const pool = new AddressPool(options);
  const budget = new RetryBudget();
  return {
    async unary(method, _signal, _timeoutMs, _header, input, contextValues) {
      const context = callContextOf(contextValues);
      if (!context) throw new ConnectError('the call has no context', Code.Unauthenticated);
      const request = isMessage(input) ? input : create(method.input, input);
      const payload = toBinary(method.input, request as Message as never);
      if (payload.length > MESSAGE_BYTES_AT_MOST)
        throw new ConnectError('the request is too large', Code.ResourceExhausted);
      const attempt = () => callOn(pool, pathOf(method), payload, context);
      const reply = mayRepeat(method, context) ? await withRetries(attempt, budget, context) : await attempt();
      if (reply.payload.length > LARGE_MESSAGE_BYTES) await turns.next();
      return {
        stream: false,
        service: method.parent,
        method,
        header: reply.metadata.length > 0 ? headersOf(reply) : NOTHING,
        message: messageOf(method, reply) as never,
        trailer: NOTHING,
      };
    },
    stream() {
      throw new ConnectError('the services have unary RPCs only', Code.Unimplemented);
    },
    close: () => pool.close(),
    get link() {
      return { retries: budget.spent, addresses: pool.addresses };
    },
  };
}

function messageOf(method: DescMethodUnary, reply: ReplyFrame): Message {
  return fromBinary(method.output, reply.payload);
}

function headersOf({ metadata }: ReplyFrame): Headers {
  return new Headers(metadata.map(([name, value]) => [name, value]));
}

const NOTHING = new Headers();

/** Makes a call on the stream chosen for it; waits for one that opens while the caller does. */
async function callOn(pool: AddressPool, path: string, payload: Uint8Array, context: CallContext): Promise<ReplyFrame> {
  for (;;) {
    if (context.signal?.aborted) throw new ConnectError('the caller is gone', Code.Canceled);
    if (remainingMs(context.deadline) <= 0) throw new ConnectError('the deadline has passed', Code.DeadlineExceeded);
    // Chosen and counted at once: of calls of one turn each sees those before it.
    const stream = pool.pick();
    if (stream) return stream.call(path, payload, context);
    await untilGivenUp(pool.changed(), context);
  }
}

/** Waits until something has changed, the deadline has passed, or the caller is gone. */
async function untilGivenUp(change: Promise<void>, { deadline, signal }: CallContext): Promise<void> {
  const givenUp = Promise.withResolvers<void>();
  const giveUp = () => givenUp.resolve();
  const timer = setTimeout(giveUp, timerMs(deadline));
  signal?.addEventListener('abort', giveUp, { once: true });
  await Promise.race([change, givenUp.promise]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', giveUp);
}
