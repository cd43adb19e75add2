import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';
import { until } from './until.ts';

/** A create that some client has sent, once or more, with one key. */
export interface Attempt {
  readonly key: string;
  readonly email: string;
  readonly client: TestClient;
  /** The answers that arrived, the first one first; a connection that broke is `lost`. */
  readonly answers: (TestAnswer | 'lost')[];
  /** How long each took, in milliseconds. */
  readonly durations: number[];
}

/**
 * Clients that create users with keys, each waiting for its answer before it goes on, and note everything. What was refused for the moment is
 * repeated with its key. An answer that no client should ever get (a 500, a problem that is none) ends the storm with an error.
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

  /** Begins with so many requests at a time. */
  begin(width: number): this {
    for (let index = 0; index < width; index++) this.#loops.push(this.#loop());
    return this;
  }

  /** Resolves when so many answers more with the status have come. */
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

  /** Lets the requests under way end. */
  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#loops);
  }

  /** Repeats every attempt that has no success yet until it has one, as a patient client does. */
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

  /** What every attempt was answered, in numbers by status. */
  get statuses(): Map<number | 'lost', number> {
    const numbers = new Map<number | 'lost', number>();
    for (const answer of this.attempts.flatMap(({ answers }) => answers)) {
      const status = answer === 'lost' ? answer : answer.status;
      numbers.set(status, (numbers.get(status) ?? 0) + 1);
    }
    return numbers;
  }

  /** Sends an attempt, for the first time or again. */
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

/** Paced, so that a minute's limit lasts for a test. */
const PAUSE_MS = 10;
const PAUSE_BEFORE_REPEAT_MS = 100;

/** The id of the user that an attempt's client knows to be created; undefined when it was told of none. */
export function acknowledged({ answers }: Attempt): string | undefined {
  for (const answer of answers) if (answer !== 'lost' && answer.status === 201) return answer.body.data.id;
  return undefined;
}

/** What fetch throws when a connection breaks is a TypeError; what a check of an answer throws is not. */
export function lostOrWrong(error: unknown): 'lost' {
  if (error instanceof TypeError) return 'lost';
  throw error;
}
