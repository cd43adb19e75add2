import { readAnswer, type TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';

/** A calendar feed created by a client. */
interface TestFeed {
  readonly path: string;
  readonly etag: string;
  readonly url: string;
  /** The secret in the address. */
  readonly token: string;
  // biome-ignore lint/suspicious/noExplicitAny: the response's untyped JSON.
  readonly data: any;
}

/** Creates a feed of the given calendar. */
export async function newCalendarFeed(client: TestClient, body: object): Promise<TestFeed> {
  const answer = await client.post('/calendar-feeds', { name: 'Feed', ...body });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  const { url, ...data } = answer.body.data;
  const token = /\/api\/v4\/calendars\/([A-Za-z0-9_-]{43})\.ics$/.exec(url)?.[1] ?? '';
  return { path: `/calendar-feeds/${data.id}`, etag: answer.headers.get('etag') ?? '', url, token, data };
}

/** Requests an address without credentials, as calendar programs do. */
export async function readFeed(
  url: string,
  { method = 'GET', headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<TestAnswer> {
  return readAnswer(await fetch(url, { method, headers }), method);
}
