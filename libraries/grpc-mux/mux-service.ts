import { ConnectError } from '@connectrpc/connect';
import type { Server, ServerDuplexStream } from '@grpc/grpc-js';
import { definitionOf } from './frames.ts';
import type { CallsRequest, CallsResponse } from './gen/mux/v1/mux_pb.ts';
import { type MuxHandler, MuxSession } from './mux-session.ts';

/** A stream that a caller opens. Its certificate, if any, is in `getAuthContext()`. */
export type CallerStream = Pick<ServerDuplexStream<unknown, unknown>, 'getAuthContext'>;

export interface MuxServiceOptions {
  /** The path of the method that carries the calls, the same as the clients': `/shop.v1.Mux/Calls`. */
  readonly path: string;
  /** The default and maximum deadline of a call, in milliseconds from its arrival. */
  readonly maxCallMs: number;
  /**
   * Called for each stream; returns the function that answers its calls, or throws a ConnectError to refuse the caller.
   */
  accept(stream: CallerStream): MuxHandler;
}

/** The server's end of multiplexed calls: one method of a server of grpc-js. */
export class MuxService {
  readonly #options: MuxServiceOptions;
  readonly #sessions = new Set<MuxSession>();
  #leaving = false;

  constructor(options: MuxServiceOptions) {
    this.#options = options;
  }

  addTo(server: Server): void {
    const calls = (stream: ServerDuplexStream<CallsRequest | Error, CallsResponse>) => this.#begin(stream);
    server.addService({ calls: definitionOf(this.#options.path) }, { calls });
  }

  /**
   * Asks all callers, also those that connect later, to send new calls elsewhere and to close when they have all
   * replies.
   */
  leave(): void {
    this.#leaving = true;
    for (const session of this.#sessions) session.leave();
  }

  #begin(stream: ServerDuplexStream<CallsRequest | Error, CallsResponse>): void {
    const { accept, maxCallMs } = this.#options;
    let handler: MuxHandler;
    try {
      handler = accept(stream);
    } catch (thrown) {
      const { code, rawMessage: details } = ConnectError.from(thrown);
      stream.emit('error', { code, details });
      return;
    }
    const session = new MuxSession(stream, { handler, maxCallMs }, () => this.#sessions.delete(session));
    this.#sessions.add(session);
    if (this.#leaving) session.leave();
  }
}
