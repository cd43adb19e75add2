import type { Reply } from '../../../proto/gen/lyceum/rpc/v1/mux_pb.ts';
import type { CallContext } from '../../core/call-context.ts';
import { timerMs } from '../../core/clock.ts';
import { NO_HEADERS, pathOf, type RemoteTransport, refuseExpired, remoteCalls } from '../remote-transport.ts';
import { mayRepeat, RetryBudget, retryCall } from '../retries.ts';
import { AddressPool, type PoolOptions } from './address-pool.ts';

/** Calls a service over multiplexed streams, one to each of its addresses. Retries repeatable calls that are cut off. */
export function muxTransport(options: PoolOptions): RemoteTransport {
  const pool = new AddressPool(options);
  const budget = new RetryBudget();
  const calls = remoteCalls(async (method, payload, context) => {
    const attempt = () => callOn(pool, pathOf(method), payload, context);
    const reply = await (mayRepeat(method, context) ? retryCall(attempt, budget, context) : attempt());
    return { payload: reply.payload, header: headersOf(reply) };
  });
  return {
    ...calls,
    close: () => pool.close(),
    get link() {
      return { retries: budget.spent, addresses: pool.addresses };
    },
  };
}

function headersOf({ metadata }: Reply): Headers {
  return metadata.length > 0 ? new Headers(metadata.map(({ name, value }) => [name, value])) : NO_HEADERS;
}

/** Makes a call on the chosen stream; waits for a stream to open as long as the caller waits. */
async function callOn(pool: AddressPool, path: string, payload: Uint8Array, context: CallContext): Promise<Reply> {
  for (;;) {
    refuseExpired(context);
    // Chosen and counted synchronously, so that concurrent calls see each other.
    const stream = pool.pick();
    if (stream) return stream.call(path, payload, context);
    await untilAborted(pool.changed(), context);
  }
}

/** Waits until something has changed, the deadline has passed, or the caller has aborted. */
async function untilAborted(change: Promise<void>, { deadline, signal }: CallContext): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const abort = () => aborted.resolve();
  const timer = setTimeout(abort, timerMs(deadline));
  signal?.addEventListener('abort', abort, { once: true });
  await Promise.race([change, aborted.promise]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', abort);
}
