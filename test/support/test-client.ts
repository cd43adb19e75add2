import { randomUUID } from 'node:crypto';
import { checkAnswer } from './answer-checks.ts';
import type { TestAnswer, TestRequest } from './test-messages.ts';

/**
 * An integrator's client. Checks every response for what all responses must have; a 500 fails the test wherever it
 * occurs.
 */
export class TestClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly #url: string;

  constructor(url: string, clientId: string, clientSecret: string) {
    this.#url = url;
    this.clientId = clientId;
    this.clientSecret = clientSecret;
  }

  get authorization(): string {
    return `Basic ${Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')}`;
  }

  /** The same client for another gateway. */
  at(url: string): TestClient {
    return new TestClient(url, this.clientId, this.clientSecret);
  }

  get(path: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('GET', path, request);
  }

  post(path: string, json: unknown, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('POST', path, { json, key: true, ...request });
  }

  patch(path: string, json: unknown, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('PATCH', path, { json, ...request });
  }

  /** Sends a request below `/api/v4` with the client's credentials. */
  async send(method: string, path: string, request: TestRequest = {}): Promise<TestAnswer> {
    const url = new URL(`${this.#url}/api/v4${path}`);
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const body = request.text ?? (request.json === undefined ? undefined : JSON.stringify(request.json));
    const response = await fetch(url, {
      method,
      headers: {
        authorization: this.authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(request.key === undefined ? {} : { 'idempotency-key': request.key === true ? randomUUID() : request.key }),
        ...(request.ifMatch === undefined ? {} : { 'if-match': request.ifMatch }),
        ...request.headers,
      },
      ...(body === undefined ? {} : { body: body as string }),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    return readAnswer(response, method);
  }

  /**
   * Walks a list to its end; returns the items of its pages.
   * @param between called after each page with its number from 0
   */
  async walk(
    path: string,
    query: Readonly<Record<string, string>> = {},
    between: (page: number) => Promise<unknown> = async () => undefined,
  ): Promise<{ id: string }[]> {
    const items: { id: string }[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page++) {
      const answer: TestAnswer = await this.get(path, { query: cursor === null ? query : { ...query, cursor } });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      items.push(...answer.body.data);
      cursor = answer.body.pagination.has_more ? answer.body.pagination.next_cursor : null;
      await between(page);
    }
    return items;
  }
}

/** Reads a whole response; a 500, or a response without what all responses must have, fails the test. */
export async function readAnswer(
  response: Response,
  method = 'GET',
  path = new URL(response.url).pathname,
): Promise<TestAnswer> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
  checkAnswer(answer, { method, path });
  return answer;
}
