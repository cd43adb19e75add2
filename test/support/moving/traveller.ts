import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../test-client.ts';
import { newEmail } from '../test-directory.ts';
import { refusal, type TestAnswer, type TestRequest } from '../test-messages.ts';

/** An integration that repeats what is refused for a while, and changes nothing but its base address when it is told to. */
export class Traveller {
  client: TestClient;

  constructor(client: TestClient) {
    this.client = client;
  }

  async send(method: string, path: string, request: TestRequest = {}): Promise<TestAnswer> {
    for (;;) {
      const answer = await this.client.send(method, path, request);
      if (answer.status === 421) this.client = this.client.at(answer.body.baseUrl);
      else if (answer.status !== 503 && answer.status !== 429) return answer;
      else await delay(BETWEEN_MS);
    }
  }
}

/** What integrations do while an institution moves. */
export class Traffic {
  /** The id of each user that was created, by email. */
  readonly created = new Map<string, string>();
  /** The events as a reader of the feed has seen them, in order. */
  readonly seen: { readonly sequence: number; readonly type: string; readonly resource: { readonly id: string } }[] =
    [];
  readonly #ended: Promise<unknown>;
  #isOver = false;

  /** @param writers with an integration of its own each: none exceeds its rate limit */
  constructor(reader: TestClient, writers: readonly TestClient[]) {
    const work = writers.map((client) => this.#write(new Traveller(client)));
    this.#ended = Promise.all([...work, this.#read(new Traveller(reader))]);
    this.#ended.catch(() => undefined);
  }

  /** Lets what is under way end, and the reader come to the end of the feed. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #write(integration: Traveller): Promise<void> {
    while (!this.#isOver) {
      const json = { email: newEmail(), name: 'A' };
      const answer = await integration.send('POST', '/users', { json, key: randomUUID() });
      if (answer.status !== 201) throw new Error(refusal(answer));
      this.created.set(json.email, answer.body.data.id);
      await delay(BETWEEN_MS);
    }
  }

  async #read(integration: Traveller): Promise<void> {
    for (let query: Record<string, string> = { limit: '100' }; ; ) {
      const isLast = this.#isOver;
      const answer = await integration.send('GET', '/events', { query });
      if (answer.status !== 200) throw new Error(refusal(answer));
      const { data, pagination } = answer.body;
      this.seen.push(...data);
      query = { limit: '100', cursor: pagination.next_cursor };
      const isThere = [...this.created.values()].every((id) => this.seen.some(({ resource }) => resource.id === id));
      if (isLast && isThere && !pagination.has_more) return;
      await delay(BETWEEN_MS);
    }
  }
}

const BETWEEN_MS = 150;
