import { Agent, type Dispatcher, request } from 'undici';
import type { AttemptResult } from '../domain/attempt.ts';
import type { Guard } from './guard.ts';
import { guardedConnector } from './guarded-connector.ts';
import { readStart } from './read-start.ts';
import { attemptErrorOf, HttpsRequired } from './send-failure.ts';

/** For all of a request: name, connection, answer and its body. */
export const SEND_TIMEOUT_MS = 10_000;
const HEADER_BYTES_AT_MOST = 16 * 1024;

export interface SenderOptions {
  readonly guard: Guard;
  readonly timeoutMs?: number;
  /** Certificates of authorities in PEM, instead of those of the system. */
  readonly authorities?: string | undefined;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends requests to addresses that others have chosen. Never throws for what the receiver does. Redirects are not followed, a proxy of the environment is not
 * used, and an answer is read for its status and its beginning alone.
 */
export class Sender {
  readonly #guard: Guard;
  readonly #timeoutMs: number;
  readonly #agent: Agent;

  constructor({ guard, timeoutMs = SEND_TIMEOUT_MS, authorities }: SenderOptions) {
    this.#guard = guard;
    this.#timeoutMs = timeoutMs;
    this.#agent = new Agent({
      connect: guardedConnector(guard, { timeout: timeoutMs, ca: authorities }),
      maxHeaderSize: HEADER_BYTES_AT_MOST,
    });
  }

  /** One POST; whoever calls it decides whether another follows. */
  async send(outgoing: OutgoingRequest): Promise<AttemptResult> {
    let answer: Dispatcher.ResponseData | undefined;
    try {
      answer = await this.#post(outgoing);
      return { ...seenOf(answer), error: null, response: await readStart(answer.body) };
    } catch (error) {
      return { ...seenOf(answer), error: attemptErrorOf(error), response: null };
    }
  }

  /** Ends the connections; requests under way fail. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #post({ url, headers, body }: OutgoingRequest): Promise<Dispatcher.ResponseData> {
    if (!this.#guard.allowsHttp && new URL(url).protocol !== 'https:') throw new HttpsRequired();
    const signal = AbortSignal.timeout(this.#timeoutMs);
    return await request(url, { method: 'POST', headers, body, signal, dispatcher: this.#agent });
  }
}

function seenOf(answer: Dispatcher.ResponseData | undefined): Pick<AttemptResult, 'status' | 'retryAfter'> {
  const retryAfter = answer?.headers['retry-after'];
  return { status: answer?.statusCode ?? null, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
}
