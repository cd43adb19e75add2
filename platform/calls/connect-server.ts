import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Callers } from './answer-call.ts';
import { connectCalls } from './connect-calls.ts';
import type { HealthStates } from './health-states.ts';
import { FIRST_BYTES_WITHIN_MS, Listener, unaccepted } from './listener.ts';
import { MAX_CALL_MS } from './message-limits.ts';
import { type ServedService, servedMethods } from './served-methods.ts';

interface ConnectServerOptions extends Callers {
  /** `127.0.0.1:9190`; port 0 chooses a free one. */
  readonly address: string;
  readonly services: readonly ServedService[];
  /** What `grpc.health.v1` says, as on the port of gRPC. */
  readonly health: HealthStates;
}

/** Serves services over HTTP/1.1: the Connect protocol and gRPC-Web. */
export class ConnectServer {
  readonly #address: string;
  readonly #listener: Listener;
  /** The responses in flight. */
  readonly #answers = new Set<{ readonly headersSent: boolean; setHeader(name: string, value: string): unknown }>();

  constructor({ address, services, health, ...callers }: ConnectServerOptions) {
    this.#address = address;
    const answer = connectCalls(servedMethods(services).set(...health.served()), callers);
    const listener: RequestListener = (request, response) => {
      this.#answers.add(response);
      response.once('close', () => this.#answers.delete(response));
      answer(request, response);
    };
    const limits = { headersTimeout: FIRST_BYTES_WITHIN_MS, requestTimeout: MAX_CALL_MS };
    const { tls } = callers;
    const server = tls
      ? createSecureServer({ ...tls, ...limits, handshakeTimeout: FIRST_BYTES_WITHIN_MS }, listener).on(
          'error',
          unaccepted,
        )
      : createServer(limits, listener).on('error', unaccepted);
    this.#listener = new Listener(server);
  }

  /** Starts listening; returns the port. */
  start(): Promise<number> {
    return this.#listener.listen(this.#address);
  }

  /** Connections end after their responses, idle ones at once; those that exceed the grace period are cut off. */
  async stop(graceMs: number): Promise<void> {
    for (const answer of this.#answers) if (!answer.headersSent) answer.setHeader('connection', 'close');
    const timer = setTimeout(() => this.#listener.cutOff(), graceMs);
    await this.#listener.close();
    clearTimeout(timer);
  }
}
