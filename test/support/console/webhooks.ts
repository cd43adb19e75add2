import { onTestFinished } from 'vitest';
import { until } from '../until.ts';
import { TestReceiver } from '../webhooks/test-receiver.ts';
import type { Visitor } from './visitor.ts';

/** A port without a listener. */
export const NOWHERE = 'http://127.0.0.1:9/hooks';

/** Creates an endpoint in the console; returns its page's path. */
export async function newWebhook(visitor: Visitor, url: string, fields: Record<string, string> = {}): Promise<string> {
  const created = await visitor.submit('/console/webhooks/new', { url, ...fields });
  const path = /href="(\/console\/webhooks\/[0-9a-f-]{36})"/.exec(created.text)?.[1];
  if (path === undefined) throw new Error(`creating was answered with ${created.status}: ${created.text}`);
  return path;
}

/** Sends a test event; returns the path of its delivery, after its first attempt. */
export async function sentTest(visitor: Visitor, webhook: string): Promise<string> {
  const path = (await visitor.post(`${webhook}/test`)).headers.get('location') ?? '';
  await until('the attempt', async () => !(await visitor.get(path)).text.includes('No attempts yet'));
  return path;
}

/**
 * An endpoint in the console with a receiver that accepts everything until the test ends.
 * @param type the only one that is sent
 */
export async function newReceiver(visitor: Visitor, type: string): Promise<{ receiver: TestReceiver; path: string }> {
  const receiver = await TestReceiver.start();
  onTestFinished(() => receiver.end());
  return { receiver, path: await newWebhook(visitor, receiver.url, { [`types:${type}`]: '1' }) };
}
