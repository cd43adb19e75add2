import { setTimeout as delay } from 'node:timers/promises';
import { lostOrWrong } from './create-storm.ts';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';

/** Clients that read users, one by one and in pages, and record every response. */
export class ReadStorm {
  readonly answers: (TestAnswer | 'lost')[] = [];
  /** Duration of each, in milliseconds. */
  readonly durations: number[] = [];
  readonly #clients: readonly TestClient[];
  readonly #ids: readonly string[];
  readonly #loops: Promise<void>[] = [];
  #over = false;

  constructor(clients: readonly TestClient[], ids: readonly string[]) {
    this.#clients = clients;
    this.#ids = ids;
  }

  /** Starts with that many concurrent requests. */
  begin(width: number): this {
    for (let index = 0; index < width; index++) this.#loops.push(this.#loop(index));
    return this;
  }

  /** Waits for the requests in flight to complete. */
  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#loops);
  }

  async #loop(index: number): Promise<void> {
    for (let count = index; !this.#over; count++) {
      const client = this.#clients[count % this.#clients.length] as TestClient;
      const path = index % 2 === 0 ? '/users?limit=5' : `/users/${this.#ids[count % this.#ids.length]}`;
      const began = performance.now();
      this.answers.push(await client.get(path).catch(lostOrWrong));
      this.durations.push(performance.now() - began);
      await delay(PAUSE_MS);
    }
  }
}

/** Paced so that a client stays below its limit per minute during a test. */
const PAUSE_MS = 40;
