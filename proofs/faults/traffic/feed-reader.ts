import type { TestClient } from '../../../test/support/test-client.ts';
import type { Integrator } from './integrator.ts';

/** A reader of the institution's feed that stores nothing but the cursor, whatever happens to the platform. */
export class FeedReader {
  /** The ids of all events it read, in order. */
  readonly seen: string[] = [];
  readonly #integrator: Integrator;
  readonly #client: TestClient;
  #cursor: string | undefined;
  #isReading = false;

  constructor(integrator: Integrator, client: TestClient) {
    this.#integrator = integrator;
    this.#client = client;
  }

  /** Reads to the end of the feed, or until a read fails. Undefined if one fails. */
  next(): Promise<void> | undefined {
    if (this.#isReading) return undefined;
    this.#isReading = true;
    return this.#readOn().finally(() => {
      this.#isReading = false;
    });
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const query = { limit: '20', ...(this.#cursor === undefined ? {} : { cursor: this.#cursor }) };
      const answer = await this.#integrator.read('read feed', this.#client, '/events', query);
      if (!answer) return;
      const { data, pagination } = answer.body;
      this.seen.push(...data.map(({ id }: { id: string }) => id));
      this.#cursor = pagination.next_cursor;
      if (!pagination.has_more) return;
    }
  }
}
