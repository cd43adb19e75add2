import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import type { Guard } from '../../../libraries/outbound-guard/index.ts';
import { guardedConnector, HttpsRequired } from '../../../libraries/outbound-guard/index.ts';
import type { AttemptResult } from '../domain/attempt.ts';
import { readStart } from './read-start.ts';
import { attemptErrorOf } from './send-failure.ts';

/** For a whole request: name resolution, connection, response and body. */
export const SEND_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;

export interface SenderOptions {
  readonly guard: Guard;
  readonly timeoutMs?: number;
  /** Certificates of authorities in PEM, in place of the system's. */
  readonly authorities?: string | undefined;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends requests to addresses that others have chosen. Never throws because of the receiver. It follows no redirects,
 * ignores the environment's proxy, and reads only the status and the beginning of a response.
 */
export class Sender {
  readonly #guard: Guard;
  readonly #timeoutMs: number;
  readonly #agent: Agent;

  constructor({ guard, timeoutMs = SEND_TIMEOUT_MS, authorities }: SenderOptions) {
    this.#guard = guard;
    this.#timeoutMs = timeoutMs;
    this.#agent = new Agent({
      connect: guardedConnector(buildConnector, guard, { timeout: timeoutMs, ca: authorities }),
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  /** One POST; the caller decides whether to retry. */
  async send(outgoing: OutgoingRequest): Promise<AttemptResult> {
    let answer: Dispatcher.ResponseData | undefined;
    try {
      answer = await this.#post(outgoing);
      return { ...headOf(answer), error: null, response: await readStart(answer.body) };
    } catch (error) {
      return { ...headOf(answer), error: attemptErrorOf(error), response: null };
    }
  }

  /** Closes the connections; requests in flight fail. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #post({ url, headers, body }: OutgoingRequest): Promise<Dispatcher.ResponseData> {
    if (!this.#guard.allowsHttp && new URL(url).protocol !== 'https:') throw new HttpsRequired();
    const signal = AbortSignal.timeout(this.#timeoutMs);
    return await request(url, { method: 'POST', headers, body, signal, dispatcher: this.#agent });
  }
}

function headOf(answer: Dispatcher.ResponseData | undefined): Pick<AttemptResult, 'status' | 'retryAfter'> {
  const retryAfter = answer?.headers['retry-after'];
  return { status: answer?.statusCode ?? null, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
}
