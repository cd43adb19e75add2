import {
  type Answer,
  createClient,
  type Keyed,
  type Lyceum,
  operations,
  ProblemError,
} from '../../../client/src/index.ts';
import type { ApiConfig } from './api-config.ts';
import { apiFailure } from './api-failure.ts';
import { requestKey } from './request-key.ts';

/** What a terminal asks for, by operation. */
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

/** Sends a terminal's requests, each with a key that follows from it. */
export class Api {
  readonly #url: string;
  readonly #terminal: Terminal;

  /** @param wait in place of a timer, for tests */
  constructor(config: ApiConfig, wait?: (ms: number) => Promise<void>) {
    const { url, clientId, clientSecret } = config;
    this.#url = url;
    // The rate limit is waited for as long as it takes; an attempt may take longer than the gateway does at most.
    const retry = { repeats: 8, budgetMs: Number.POSITIVE_INFINITY };
    const own = { retry, timeoutMs: 60_000, ...(wait ? { wait } : {}) };
    this.#terminal = terminalOf(createClient({ baseUrl: url, clientId, clientSecret, ...own }));
  }

  /**
   * Makes a request; returns the answer, or the problem with which it was refused. Throws a CommandFailure where further requests are of no
   * use: credentials that are refused, time tracking that is disabled, an address that does not answer or is not Lyceum's.
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

  /** The problem of one request alone: after a 500 the next one may fare better. Where nobody's punches would be taken, throws. */
  #refusal(error: unknown): ProblemError {
    if (error instanceof ProblemError && ![401, 403].includes(error.status) && error.status <= 500) return error;
    throw apiFailure(error, this.#url, AGAIN);
  }
}

const AGAIN = 'Run the file again later: rows that were taken are not taken twice.';
