import { CommandFailure } from '../../failure.ts';
import { printable } from '../../terminal/printable.ts';
import type { ApiConfig } from './api-config.ts';
import { describeProblem } from './describe-problem.ts';
import { requestKey } from './request-key.ts';
import { nextStep } from './retry.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Whether this is the answer of an earlier request with the same key. */
  readonly isReplayed: boolean;
}

/** What became of one attempt. */
type Attempted =
  | { readonly answer: ApiAnswer; readonly status: number; readonly retryAfterSeconds: number | null }
  | {
      readonly answer: null;
      readonly status: number | null;
      readonly retryAfterSeconds: null;
      readonly reason: string;
    };

/** Sends requests below `/api/v4`, as an integrator's client does (spec: client retry rules): each with its key, again until it is answered. */
export class Api {
  readonly #config: ApiConfig;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(config: ApiConfig, sleep: (ms: number) => Promise<void>) {
    this.#config = config;
    this.#sleep = sleep;
    const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
    this.#headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/json' };
  }

  /**
   * Posts a body; returns the answer, whether the request was fulfilled or refused. Throws a CommandFailure where further requests are of no
   * use: credentials that are refused, time tracking that is disabled, an address that does not answer or is not Lyceum's.
   * @param occasion see {@link requestKey}
   */
  async post(path: string, body: object, occasion?: string): Promise<ApiAnswer> {
    const key = requestKey(path, body, occasion);
    for (let failures = 0; ; ) {
      const attempted = await this.#attempt(path, { body: JSON.stringify(body), key });
      const next = nextStep(attempted, failures);
      if (next.kind !== 'repeat') return this.#answerOf(attempted);
      await this.#sleep(next.waitMs);
      if (next.isFailure) failures++;
    }
  }

  async #attempt(path: string, { body, key }: { readonly body: string; readonly key: string }): Promise<Attempted> {
    try {
      const response = await fetch(`${this.#config.url}${path}`, {
        method: 'POST',
        headers: { ...this.#headers, 'idempotency-key': key },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS_AT_MOST),
      });
      const { status, headers } = response;
      const text = await response.text();
      const json = parseJson(text);
      if (json === undefined)
        return { answer: null, status, retryAfterSeconds: null, reason: `${status} without JSON` };
      const retryAfter = headers.get('retry-after') ?? '';
      return {
        answer: { status, body: json, isReplayed: headers.get('idempotency-replayed') === 'true' },
        status,
        retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null,
      };
    } catch (error) {
      return { answer: null, status: null, retryAfterSeconds: null, reason: reasonOf(error) };
    }
  }

  #answerOf(attempted: Attempted): ApiAnswer {
    const { url } = this.#config;
    const { answer, status } = attempted;
    if (answer === null && (status === null || status >= 500)) {
      throw new CommandFailure(`${url} does not answer (${printable(attempted.reason)}). ${AGAIN}`);
    }
    if (answer === null || (status >= 300 && status < 400)) {
      throw new CommandFailure(`What answers at ${url} is not Lyceum (status ${status}). Set LYCEUM_URL.`);
    }
    if (status === 401) {
      throw new CommandFailure(`${url} refuses the credentials. Check LYCEUM_CLIENT_ID and LYCEUM_CLIENT_SECRET.`);
    }
    // Nobody's punches would be taken. A 500 is about one request alone: the next one may fare better.
    if (status === 403 || status > 500) throw new CommandFailure(`${url}: ${describeProblem(answer)} ${AGAIN}`);
    return answer;
  }
}

const AGAIN = 'Run the file again later: rows that were taken are not taken twice.';
/** Longer than the gateway takes at most. */
const ANSWER_MS_AT_MOST = 60_000;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of a failed fetch, the cause has the words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as (Error & { code?: string }) | undefined;
  return cause ? cause.code || cause.message : error.message;
}
