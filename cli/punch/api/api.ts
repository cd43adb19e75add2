import {
  type Answer,
  createClient,
  type Keyed,
  type Lyceum,
  operations,
  ProblemError,
} from '../../../clients/typescript/src/index.ts';
import type { ApiConfig } from './api-config.ts';
import { apiFailure } from './api-failure.ts';
import { requestKey } from './request-key.ts';

/** The operations that a terminal uses. */
function terminalOf({ timeTracking: { sessions, timestamps, logs } }: Lyceum) {
  return {
    startSession: sessions.start,
    pauseSession: sessions.pause,
    resumeSession: sessions.resume,
    stopSession: sessions.stop,
    createTimestamp: timestamps.create,
    bulkCreateLogs: logs.bulk,
  };
}

type Terminal = ReturnType<typeof terminalOf>;

/** Sends a terminal's requests, each with an idempotency key derived from its content. */
export class Api {
  readonly #url: string;
  readonly #terminal: Terminal;

  /** @param wait replaces the timer in tests */
  constructor(config: ApiConfig, wait?: (ms: number) => Promise<void>) {
    const { url, clientId, clientSecret } = config;
    this.#url = url;
    // Waits for the rate limit without an end. The timeout of an attempt is longer than the gateway's longest.
    const retry = { repeats: 8, budgetMs: Number.POSITIVE_INFINITY };
    const own = { retry, timeoutMs: 60_000, ...(wait ? { wait } : {}) };
    this.#terminal = terminalOf(createClient({ baseUrl: url, clientId, clientSecret, ...own }));
  }

  /**
   * Sends a request. Returns the response, or the problem that the API returned. Throws a CommandFailure when further requests are useless:
   * credentials are rejected, time tracking is disabled, or the address does not answer or is not Lyceum.
   * @param occasion see {@link requestKey}
   */
  async post<O extends keyof Terminal>(
    operation: O,
    body: Parameters<Terminal[O]>[0],
    occasion?: string,
  ): Promise<Awaited<ReturnType<Terminal[O]>> | ProblemError> {
    const idempotencyKey = requestKey(operations[operation].path, body, occasion);
    const send = this.#terminal[operation] as (body: object, options: Keyed) => Promise<Answer<unknown>>;
    const answer = await send(body, { idempotencyKey }).catch((error: unknown) => this.#refusal(error));
    return answer as Awaited<ReturnType<Terminal[O]>> | ProblemError;
  }

  /** Returns a problem that concerns only this request; after a 500 the next one may succeed. Throws if all requests would fail. */
  #refusal(error: unknown): ProblemError {
    if (error instanceof ProblemError && ![401, 403].includes(error.status) && error.status <= 500) return error;
    throw apiFailure(error, this.#url, AGAIN);
  }
}

const AGAIN = 'Run the file again later: rows that were accepted are not stored twice.';
