import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, TestReceiver } from '../../../services/webhooks/testing/test-receiver.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { TestScope } from '../../support/test-scope.ts';
import { until } from '../../support/until.ts';
import type { Journal } from './journal.ts';

/** What happened at the receiver: a request came, or was answered with success while somebody waited for that. */
export interface Received {
  readonly id: string;
  readonly what: 'sent' | 'accepted';
}

/** A receiver of all events of the institution. Only first attempts can be held or refused: a second failure would be tried again after five minutes. */
export class WebhookReceiver {
  readonly log: Received[] = [];
  /** When its endpoint was created, as instant text: it is sent all that occurs after that. */
  readonly since: string;
  /** Requests whose sender did not wait for an answer any longer. */
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

  /** Starts it and creates its endpoint. The journal hears of requests that are not as documented; the test scope ends it. */
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

  /** Leaves requests without an answer from now on; resolves when there is one. */
  async hold(): Promise<void> {
    this.#isHolding = true;
    await until('a delivery under way', () => this.#held.size > 0, TIMEOUT_MS);
  }

  /** Answers what it holds, and at once from now on. */
  release(): void {
    this.#isHolding = false;
    for (const [response, id] of this.#held) this.#accept(response, id);
    this.#held.clear();
  }

  /** Answers so many requests with 503; resolves when that is done. */
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

/** Longer than the lease of a worker that was killed. */
const TIMEOUT_MS = 60_000;
