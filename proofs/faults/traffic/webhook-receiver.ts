import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { type ReceivedRequest, TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import type { Journal } from './journal.ts';

/** What happened at the receiver: a request arrived, or got a successful response for which the sender still waited. */
export interface Received {
  readonly id: string;
  readonly what: 'sent' | 'accepted';
}

/**
 * A receiver of all events of the institution. Only first attempts can be held or rejected: a second failure would be
 * retried after five minutes.
 */
export class WebhookReceiver {
  readonly log: Received[] = [];
  /** When its endpoint was created, as instant text: it receives all events that occur after that. */
  readonly since: string;
  /** Requests whose sender no longer waited for a response. */
  givenUp = 0;
  readonly #webhook: Webhook;
  readonly #journal: Journal;
  readonly #seen = new Set<string>();
  readonly #held = new Map<ServerResponse, string>();
  #isHolding = false;
  #toRefuse = 0;

  private constructor({ secret, createdAt }: { secret: string; createdAt: string }, journal: Journal) {
    this.since = createdAt;
    this.#webhook = new Webhook(secret);
    this.#journal = journal;
  }

  /** Starts it and creates its endpoint. Undocumented requests go to the journal; the test scope stops it. */
  static async start(scope: TestScope, client: TestClient, journal: Journal): Promise<WebhookReceiver> {
    const server = await TestReceiver.start();
    scope.onClear(() => server.end());
    const { status, body } = await client.post('/webhook-endpoints', { url: server.url });
    if (status !== 201) throw new Error(`no webhook endpoint: ${JSON.stringify(body)}`);
    const receiver = new WebhookReceiver(body.data, journal);
    server.answer = (response, request) => {
      server.requests.length = 0;
      receiver.#receive(response, request);
    };
    return receiver;
  }

  /** Holds requests without a response from now on; resolves when there is one. */
  async hold(): Promise<void> {
    this.#isHolding = true;
    await until('a delivery under way', () => this.#held.size > 0, TIMEOUT_MS);
  }

  /** Responds to the held requests, and at once from now on. */
  release(): void {
    this.#isHolding = false;
    for (const [response, id] of this.#held) this.#accept(response, id);
    this.#held.clear();
  }

  /** Responds to that many requests with 503; resolves afterwards. */
  async refuse(count: number): Promise<void> {
    this.#toRefuse = count;
    await until(`${count} refusals`, () => this.#toRefuse === 0, TIMEOUT_MS);
  }

  #receive(response: ServerResponse, { headers, body }: ReceivedRequest): void {
    const id = String(headers['webhook-id']);
    const isFirst = !this.#seen.has(id);
    this.#seen.add(id);
    this.log.push({ id, what: 'sent' });
    try {
      this.#webhook.verify(body, headers as Record<string, string>);
    } catch (error) {
      this.#journal.wrongs.push(`a webhook is not signed as documented: ${error}`);
    }
    if (isFirst && this.#toRefuse > 0) {
      this.#toRefuse--;
      response.writeHead(503).end();
    } else if (isFirst && this.#isHolding) {
      this.#held.set(response, id);
      response.once('close', () => {
        if (this.#held.delete(response)) this.givenUp++;
      });
    } else this.#accept(response, id);
  }

  #accept(response: ServerResponse, id: string): void {
    this.log.push({ id, what: 'accepted' });
    response.writeHead(204).end();
  }
}

/** Longer than the lease of a killed worker. */
const TIMEOUT_MS = 60_000;
