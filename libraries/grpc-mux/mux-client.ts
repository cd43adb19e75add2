import { AddressPool, type PoolOptions } from './address-pool.ts';
import { throwIfOver, timerMs, type Until } from './deadline.ts';
import type { Metadata } from './frames.ts';

/** The answer to a call. */
export interface MuxReply {
  readonly metadata: readonly { readonly name: string; readonly value: string }[];
  /** The encoded response. */
  readonly payload: Uint8Array;
}

/** The number of addresses of a service in each state. */
export type AddressCounts = AddressPool['addresses'];

/** Makes unary calls to one service: over one stream to each of its addresses, which it opens at the first call. */
export class MuxClient {
  readonly #pool: AddressPool;

  constructor(options: PoolOptions) {
    this.#pool = new AddressPool(options);
  }

  /**
   * Makes a call once, on the live stream with the fewest calls in flight. Waits for a stream to open as long as the
   * caller waits. Throws ConnectErrors: the callee's with its details, or UNAVAILABLE without details if the call was
   * not delivered or cut off, so that it is unknown whether it took effect.
   * @param method `/shop.v1.Orders/GetOrder`
   * @param payload the encoded request
   * @param metadata names in lower case, ASCII values
   */
  async call(method: string, payload: Uint8Array, metadata: Metadata, until: Until): Promise<MuxReply> {
    for (;;) {
      throwIfOver(until);
      // Chosen and counted synchronously, so that concurrent calls see each other.
      const stream = this.#pool.pick();
      if (stream) return stream.call(method, payload, metadata, until);
      await untilOver(this.#pool.changed(), until);
    }
  }

  get addresses(): AddressCounts {
    return this.#pool.addresses;
  }

  /** Closes all connections at once; calls in flight fail. */
  close(): void {
    this.#pool.close();
  }
}

/** Waits until something has changed, the deadline has passed, or the caller is gone. */
async function untilOver(change: Promise<void>, { deadline, signal }: Until): Promise<void> {
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  const timer = setTimeout(end, timerMs(deadline));
  signal?.addEventListener('abort', end, { once: true });
  await Promise.race([change, over.promise]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
}
