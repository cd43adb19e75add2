import { ConnectionError, LyceumError, type RequestMetadata } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { CallOptions } from '../options.ts';
import { basicAuthorization } from './credentials.ts';
import type { Attempt, AttemptEnding, Hooks } from './hooks.ts';
import { type Reply, readReply, retryAfterMsOf, type Succeeded } from './read-reply.ts';
import { DEFAULT_RETRY, nextWait, type RetryPolicy } from './retry.ts';
import { wait } from './wait.ts';

/** The URL of the API, the credentials, and optional settings. */
export interface ClientOptions {
  /** The URL of the gateway, with or without `/api/v4`: `https://lyceum.example`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Timeout of each attempt in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** The limits of retries: 5 failures or 90 seconds of waiting by default. */
  readonly retry?: Partial<RetryPolicy>;
  readonly hooks?: Hooks;
  /** Replaces the runtime's `fetch`: for a proxy or a service binding. */
  readonly fetch?: typeof fetch;
  /** Replaces the timer in tests: resolves after a time in milliseconds, or rejects with the reason of the signal. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** A request that can be sent any number of times: a read, or a write with a key. */
export interface Sendable {
  readonly operation: Operation;
  /** The path below `/api/v4`, with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests, with retries, until there is a final response or no attempt is left. */
export class Sender {
  readonly #options: ClientOptions;
  readonly #url: string;
  readonly #authorization: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#url = `${options.baseUrl.replace(/\/+$/, '').replace(/\/api\/v4$/, '')}/api/v4`;
    this.#authorization = basicAuthorization(options.clientId, options.clientSecret);
  }

  /** @throws LyceumError, or the reason of the signal in the options */
  async send(sendable: Sendable, options: CallOptions): Promise<Succeeded> {
    const { operationId } = sendable.operation;
    const policy = { ...DEFAULT_RETRY, ...this.#options.retry, ...options.retry };
    const requestId = options.requestId ?? crypto.randomUUID();
    for (let attempts = 1, spent = { failures: 0, waitedMs: 0 }; ; attempts++) {
      const metadata = { operationId, requestId, attempts };
      const { outcome, end } = await this.#attempt(sendable, metadata, options);
      const isAnswered = !(outcome instanceof ConnectionError);
      const ending = isAnswered
        ? { status: outcome.status, retryAfterMs: retryAfterMsOf(outcome) }
        : { status: null, retryAfterMs: null };
      const next = nextWait(ending, spent, policy, Math.random());
      end({
        status: ending.status,
        ...(isAnswered ? {} : { error: outcome.cause }),
        retryInMs: next?.waitMs ?? null,
      });
      if (!next) {
        const answer = isAnswered ? readReply(outcome, metadata) : outcome;
        if (answer instanceof LyceumError) throw answer;
        return answer;
      }
      await (this.#options.wait ?? wait)(next.waitMs, options.signal);
      spent = { failures: spent.failures + (next.isFailure ? 1 : 0), waitedMs: spent.waitedMs + next.waitMs };
    }
  }

  async #attempt(
    { operation, target, headers, body }: Sendable,
    metadata: RequestMetadata,
    { signal, timeoutMs = this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS }: CallOptions,
  ): Promise<{ outcome: Reply | ConnectionError; end: (ending: Omit<AttemptEnding, 'durationMs'>) => void }> {
    signal?.throwIfAborted();
    const { hooks, fetch: send = fetch } = this.#options;
    const url = this.#url + target;
    const { operationId, method, path } = operation;
    const { requestId, attempts } = metadata;
    const sent = new Headers({ ...headers, 'x-request-id': requestId });
    const attempt: Attempt = { operationId, method, path, url, attempt: attempts, requestId, headers: sent };
    hooks?.onAttempt?.(attempt);
    const begun = performance.now();
    const end = (ending: Omit<AttemptEnding, 'durationMs'>) =>
      hooks?.onEnding?.(attempt, { ...ending, durationMs: performance.now() - begun });
    const authorized = new Headers(sent);
    authorized.set('authorization', this.#authorization);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(url, {
        method,
        headers: authorized,
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { outcome: { status: response.status, headers: response.headers, text: await response.text() }, end };
    } catch (error) {
      if (signal?.aborted) {
        end({ status: null, error: signal.reason, retryInMs: null });
        throw signal.reason;
      }
      const reason = timeout.aborted ? `none within ${timeoutMs} ms` : reasonOf(error);
      return { outcome: new ConnectionError(reason, metadata, { cause: error }), end };
    }
  }
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** If fetch fails, the cause, if any, has the useful message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as (Error & { readonly code?: string }) | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}
