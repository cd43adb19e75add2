import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';
import { until } from './until.ts';

/** A create that a client sent one or more times with the same key. */
export interface Attempt {
  readonly key: string;
  readonly email: string;
  readonly client: TestClient;
  /** The responses in order of arrival; `lost` for a connection that broke. */
  readonly answers: (TestAnswer | 'lost')[];
  /** Duration of each, in milliseconds. */
  readonly durations: number[];
}

/**
 * Clients that create users with keys and record everything. Each client waits for its response before the next
 * request, and repeats a transient failure with the same key. A response no client should ever get (a 500, an invalid
 * problem) ends the storm with an error.
 */
export class CreateStorm {
  readonly attempts: Attempt[] = [];
  readonly #clients: readonly TestClient[];
  readonly #loops: Promise<void>[] = [];
  #over = false;
  #wake: (() => void) | undefined;

  /** @param clients take turns: each integration has its own rate limit */
  constructor(clients: readonly TestClient[]) {
    this.#clients = clients;
  }

  /** Starts with that many concurrent requests. */
  begin(width: number): this {
    for (let index = 0; index < width; index++) this.#loops.push(this.#loop());
    return this;
  }

  /** Resolves when that many more responses with the status have arrived. */
  async seen(count: number, status: number): Promise<void> {
    const expected = this.#count(status) + count;
    while (this.#count(status) < expected) {
      const answered = Promise.withResolvers<void>();
      this.#wake = answered.resolve;
      const over = Promise.all(this.#loops).then(() => {
        throw new Error(`the storm is over after ${this.#count(status)} answers with ${status}`);
      });
      await Promise.race([answered.promise, over]);
    }
  }

  /** Waits for the requests in flight to complete. */
  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#loops);
  }

  /** Repeats every attempt that has not succeeded until it does. */
  async complete(): Promise<void> {
    const unanswered = this.attempts.filter((attempt) => acknowledged(attempt) === undefined);
    await Promise.all(
      unanswered.map((attempt) =>
        until('a success', async () => {
          const answer = await this.send(attempt);
          return answer !== 'lost' && answer.status === 201;
        }),
      ),
    );
  }

  /** The number of responses by status. */
  get statuses(): Map<number | 'lost', number> {
    const numbers = new Map<number | 'lost', number>();
    for (const answer of this.attempts.flatMap(({ answers }) => answers)) {
      const status = answer === 'lost' ? answer : answer.status;
      numbers.set(status, (numbers.get(status) ?? 0) + 1);
    }
    return numbers;
  }

  /** Sends an attempt, for the first time or as a repeat. */
  async send(attempt: Attempt, client = attempt.client): Promise<TestAnswer | 'lost'> {
    const began = performance.now();
    const body = { email: attempt.email, name: 'Storm' };
    const answer = await client.post('/users', body, { key: attempt.key }).catch(lostOrWrong);
    attempt.answers.push(answer);
    attempt.durations.push(performance.now() - began);
    this.#wake?.();
    return answer;
  }

  async #loop(): Promise<void> {
    while (!this.#over) {
      const key = randomUUID();
      const client = this.#clients[this.attempts.length % this.#clients.length] as TestClient;
      const attempt: Attempt = { key, email: `${key}@storm.example`, client, answers: [], durations: [] };
      this.attempts.push(attempt);
      for (;;) {
        const answer = await this.send(attempt);
        if (answer === 'lost') return;
        await delay(answer.status === 201 ? PAUSE_MS : PAUSE_BEFORE_REPEAT_MS);
        if (answer.status === 201 || this.#over) break;
      }
    }
  }

  #count(status: number): number {
    return this.attempts.flatMap(({ answers }) => answers.filter((each) => each !== 'lost' && each.status === status))
      .length;
  }
}

/** Paced so that a client stays below its limit per minute during a test. */
const PAUSE_MS = 10;
const PAUSE_BEFORE_REPEAT_MS = 100;

/** The id of the user in the attempt's first 201 response; undefined without one. */
export function acknowledged({ answers }: Attempt): string | undefined {
  for (const answer of answers) if (answer !== 'lost' && answer.status === 201) return answer.body.data.id;
  return undefined;
}

/** fetch throws a TypeError when a connection breaks; a failed check of a response throws something else. */
function lostOrWrong(error: unknown): 'lost' {
  if (error instanceof TypeError) return 'lost';
  throw error;
}
