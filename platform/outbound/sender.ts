import { Agent, buildConnector, type Dispatcher, errors, request } from 'undici';
import { type Guard, guardedConnector, HttpsRequired, NotSent } from '../../libraries/outbound-guard/index.ts';
import type { AttemptError, AttemptResult } from '../core/attempt.ts';

/** Maximum bytes of a response that are read. */
const MAX_READ = 64 * 1024;
/** Maximum bytes of a response that are stored. */
const MAX_BYTES = 1024;

/** Reads at most 64 KiB of a response body, and returns the first 1 KiB as text. Throws the error of the body. */
export async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < MAX_BYTES) chunks.push(chunk.subarray(0, MAX_BYTES - read));
    read += chunk.length;
    if (read >= MAX_READ) break;
  }
  return textOf(Buffer.concat(chunks));
}

/** Text that PostgreSQL can store: drops a truncated last character and NUL, and replaces invalid bytes. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
}

/** Codes of Node, OpenSSL and undici, by prefix. */
const REASONS: readonly (readonly [AttemptError, RegExp])[] = [
  ['timeout', /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/],
  [
    'tls_failed',
    /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_MISMATCH|EPROTO)/,
  ],
  ['invalid_answer', /^UND_ERR_HEADERS_OVERFLOW$/],
];

/**
 * A failure as integrators see it: one of a few words, without the error itself, which may reveal the internal
 * network.
 */
export function attemptErrorOf(error: unknown): AttemptError {
  if (error instanceof NotSent) return error.reason;
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError') return 'timeout';
  if (error instanceof errors.HTTPParserError) return 'invalid_answer';
  const found = REASONS.find(([, pattern]) => typeof code === 'string' && pattern.test(code));
  return found?.[0] ?? 'connection_failed';
}

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
