import { randomUUID } from 'node:crypto';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { School } from '../../faults/fleet/school.ts';

/** Requests of an institution's clients, whatever becomes of them. */
export class Load {
  readonly #school: School;
  readonly #urls: readonly string[];
  readonly #timer: NodeJS.Timeout;
  #turn = 0;
  #minutes = 0;

  /** Sends a request every 50 ms, to one gateway after the other. */
  constructor(school: School, urls: readonly string[]) {
    this.#school = school;
    this.#urls = urls;
    const { userIds } = school;
    const send = () =>
      this.#turn % 4 === 0
        ? this.#send('POST', '/users', { email: `${randomUUID()}@load.example`, name: 'Load' })
        : this.#send('GET', `/users/${userIds[this.#turn % userIds.length]}`);
    this.#timer = setInterval(() => void send(), PERIOD_MS);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** Changes a user, as one of the clients. */
  changeUser(): Promise<number> {
    return this.#send('PATCH', `/users/${this.#school.userIds[0]}`, { name: randomUUID() });
  }

  /** Creates logs, 500 with each request, as clients in turn or as one of them; returns the statuses. */
  async createLogs(bulks: number, client?: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < bulks; n++) {
      const items = Array.from({ length: BULK }, () => {
        const start = Date.parse('2020-01-01T00:00:00Z') + this.#minutes++ * 2 * MINUTE_MS;
        return { startTime: new Date(start).toISOString(), endTime: new Date(start + MINUTE_MS).toISOString() };
      });
      const body = { userId: this.#school.memberIds[0], items };
      statuses.push(await this.#send('POST', '/time-tracking/logs/bulk', body, client));
    }
    return statuses;
  }

  /** Returns the status, or 0 without an answer. */
  async #send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, turn = this.#turn++): Promise<number> {
    const { clients } = this.#school;
    const url = `${this.#urls[turn % this.#urls.length]}/api/v4${path}`;
    const { authorization } = clients[turn % clients.length] as TestClient;
    const own = method === 'PATCH' ? { 'if-match': '*' } : { 'idempotency-key': randomUUID() };
    try {
      const response = await fetch(url, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...own },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(GIVEN_UP_MS),
      });
      await response.text();
      return response.status;
    } catch {
      return 0;
    }
  }
}

const PERIOD_MS = 50;
const GIVEN_UP_MS = 30_000;
const BULK = 500;
const MINUTE_MS = 60_000;
