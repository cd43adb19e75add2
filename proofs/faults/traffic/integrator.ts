import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import type { Journal, Outcome, Write, WriteRecord } from './journal.ts';
import type { Kind } from './kinds.ts';

type Query = Readonly<Record<string, string>>;
type Send = (url: string, signal: AbortSignal) => Promise<TestAnswer>;

interface Reply {
  readonly outcome: Outcome;
  /** The successful response. */
  readonly answer: TestAnswer | undefined;
  /** How long to wait before repeating the request, in milliseconds; null if it must not be repeated. */
  readonly pauseMs: number | null;
}

/**
 * A well-behaved integrator behind a load balancer: requests are spread over the gateways; one that a gateway does not
 * accept goes to the other at once; a write with a transient failure or a lost response is repeated with its key after
 * the given time.
 */
export class Integrator {
  readonly #urls: readonly string[];
  readonly #journal: Journal;
  #turn = 0;
  #over = false;

  constructor(urls: readonly string[], journal: Journal) {
    this.#urls = urls;
    this.#journal = journal;
  }

  /** From now on no request is repeated. */
  stop(): void {
    this.#over = true;
  }

  /** Reads; undefined on failure. */
  async read(kind: Kind, client: TestClient, path: string, query: Query = {}): Promise<TestAnswer | undefined> {
    const { answer } = await this.#balanced(kind, 200, (url, signal) => client.at(url).get(path, { query, signal }));
    return answer;
  }

  /**
   * Sends one request to every gateway: a new gateway has no credentials cached, and cannot get them while identity is
   * unavailable.
   */
  async introduce(client: TestClient): Promise<void> {
    const send: Send = (url, signal) => client.at(url).get('/locations', { signal });
    await Promise.all(this.#urls.map((url) => this.#once('list locations', 200, send, url, true)));
  }

  /** Writes until it succeeds or the client gives up; returns whether it succeeded. */
  async write(write: Write): Promise<boolean> {
    const record = this.#journal.open(write);
    for (let tries = 1; ; tries++) {
      const replies = write.twice && tries === 1 ? await this.#sendTwice(record) : [await this.send(record)];
      if (record.answer) return true;
      if (tries >= write.maxTries) return false;
      const pauses = replies.map(({ pauseMs }) => pauseMs);
      if (pauses.includes(null)) return false;
      await delay(Math.max(...pauses.map(Number)));
      if (this.#over) return false;
    }
  }

  /** Sends a write, for the first time or as a repeat, and records the first success. */
  async send(record: WriteRecord): Promise<Reply> {
    const { kind, success } = record.write;
    const reply = await this.#balanced(kind, success, (url, signal) => post(record.write, url, signal));
    this.#settle(record, reply);
    return reply;
  }

  async #sendTwice(record: WriteRecord): Promise<Reply[]> {
    const { write } = record;
    const send: Send = (url, signal) => post(write, url, signal);
    const replies = await Promise.all(this.#urls.map((url) => this.#once(write.kind, write.success, send, url, true)));
    for (const each of replies) this.#settle(record, each);
    return replies;
  }

  #settle(record: WriteRecord, { outcome, answer, pauseMs }: Reply): void {
    const { write } = record;
    if (answer && record.answer && answer.text !== record.answer.text)
      this.#journal.wrongs.push(`${write.kind}: the second answer is another: ${record.answer.text} ${answer.text}`);
    if (answer && !record.answer) {
      record.answer = answer;
      record.acknowledged = performance.now();
    }
    if (!answer && pauseMs === null)
      this.#journal.wrongs.push(
        `${write.kind}: ${outcome} is not a valid response to ${write.path} ${JSON.stringify(write.body)}`,
      );
  }

  /** Sends to one gateway, and to the other if the first cannot be reached. */
  async #balanced(kind: Kind, success: number, send: Send): Promise<Reply> {
    const turn = this.#turn++;
    const urlAt = (n: number) => this.#urls[n % this.#urls.length] ?? '';
    const first = await this.#once(kind, success, send, urlAt(turn), true);
    return first.outcome === 'cut off' ? this.#once(kind, success, send, urlAt(turn + 1), false) : first;
  }

  /** @param hasOther whether another gateway gets the request too, at the same time or if this one cannot be reached */
  async #once(kind: Kind, success: number, send: Send, url: string, hasOther: boolean): Promise<Reply> {
    const request = {};
    this.#journal.underWay.add(request);
    const began = performance.now();
    let answer: TestAnswer | undefined;
    let outcome: Outcome;
    try {
      answer = await send(url, AbortSignal.timeout(TIMEOUT_MS));
      outcome = answer.status;
    } catch (error) {
      outcome = this.#outcomeOf(error);
    }
    this.#journal.underWay.delete(request);
    const pauseMs = answer ? retryAfterOf(answer) : typeof outcome === 'string' ? PAUSE_MS : null;
    const hasBetter = (hasOther && outcome === 'cut off') || (outcome === 409 && pauseMs !== null);
    const failed = outcome !== success && !hasBetter;
    this.#journal.attempts.push({ kind, began, ended: performance.now(), outcome, failed });
    return { outcome, answer: outcome === success ? answer : undefined, pauseMs };
  }

  /** fetch throws a TypeError when a connection breaks; a failed check of a response throws something else. */
  #outcomeOf(error: unknown): Outcome {
    if (error instanceof TypeError) return 'cut off';
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'late';
    const message = error instanceof Error ? error.message : String(error);
    this.#journal.wrongs.push(message);
    return Number(/ answers (\d{3}) /.exec(message)?.[1] ?? 0);
  }
}

function post({ client, path, body, key }: Write, url: string, signal: AbortSignal): Promise<TestAnswer> {
  return client.at(url).post(path, body, { key, signal });
}

/**
 * In milliseconds. A conflict without Retry-After does not come from a key in flight, and waiting does not resolve it.
 */
function retryAfterOf({ headers }: TestAnswer): number | null {
  const seconds = headers.get('retry-after');
  return seconds === null ? null : Number(seconds) * 1_000;
}

/** Before a request that was cut off or timed out is repeated. */
const PAUSE_MS = 250;
/** Far longer than the gateways' own limit. */
const TIMEOUT_MS = 12_000;
