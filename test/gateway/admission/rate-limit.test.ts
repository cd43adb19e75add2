import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { answerKinds } from '../../support/answer-kinds.ts';
import type { TestClient } from '../../support/test-client.ts';
import { newEmail, newUser } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

let client: TestClient;

/** The exact sliding window (decisions 6). The clock only moves when the tests move it. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const user = await newUser(school.client);
beforeEach(async () => {
  client = await system.newClient(school.id);
});
afterAll(() => system.stop());

const WINDOW_MS = 60_000;

/** Sends that many requests at once; returns the number let through. */
async function send(times: number, { path = '/nothing', by = client } = {}): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, () => by.get(path)));
  return answers.filter(({ status }) => status !== 429).length;
}

function headersOf({ headers }: TestAnswer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => /^(ratelimit-|retry-after)/.test(name)));
}

const headers = (remaining: number, reset: number, more: Record<string, string> = {}) => ({
  'ratelimit-limit': '1000',
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
  'ratelimit-policy': '1000;w=60',
  ...more,
});

describe('headers', () => {
  it('of the first request, of the next ones, and when the first one leaves the window', async () => {
    expect(headersOf(await client.get(user.path))).toEqual(headers(999, 60));
    expect(headersOf(await client.get(user.path))).toEqual(headers(998, 60));
    system.clock.advance(20_500);
    expect(headersOf(await client.get(user.path))).toEqual(headers(997, 40));
    system.clock.advance(WINDOW_MS - 20_501);
    expect(headersOf(await client.get(user.path))).toEqual(headers(996, 1));
    system.clock.advance(1);
    expect(headersOf(await client.get(user.path))).toEqual(headers(997, 21));
    system.clock.advance(WINDOW_MS);
    expect(headersOf(await client.get(user.path))).toEqual(headers(999, 60));
  });

  it.each(answerKinds)('of %i to %s: it counts as every other', async (status, method, path, request) => {
    const answer = await client.send(method, path(user), request(user));
    expect([answer.status, headersOf(answer)]).toEqual([status, headers(999, 60)]);
    expect(headersOf(await client.get('/nothing'))).toEqual(headers(998, 60));
  });

  it('of a replay: it counts', async () => {
    const body = { email: newEmail(), name: 'A' };
    await client.post('/users', body, { key: 'replayed' });
    const replay = await client.post('/users', body, { key: 'replayed' });
    expect([replay.headers.get('idempotency-replayed'), headersOf(replay)]).toEqual(['true', headers(998, 60)]);
  });
});

describe('429', () => {
  it('of the 1001st request; after Retry-After exactly as many succeed as have left the window', async () => {
    expect(await send(1)).toBe(1);
    system.clock.advance(10_300);
    expect(await send(999)).toBe(999);
    const refused = await client.get(user.path);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(headersOf(refused)).toEqual(headers(0, 50, { 'retry-after': '50' }));
    system.clock.advance(50_000);
    expect(await send(2)).toBe(1);
    system.clock.advance(9_999);
    expect(await send(1)).toBe(0);
    system.clock.advance(301);
    expect(await send(1)).toBe(1);
  });

  it('does not count: a client that keeps sending is let through in the millisecond in which its oldest request leaves the window', async () => {
    expect(await send(1000)).toBe(1000);
    for (let second = 1; second < 60; second++) {
      system.clock.advance(1_000);
      expect(await send(2)).toBe(0);
    }
    system.clock.advance(999);
    const last = await client.get('/nothing');
    expect([last.status, headersOf(last)]).toEqual([429, headers(0, 1, { 'retry-after': '1' })]);
    system.clock.advance(1);
    expect(headersOf(await client.get('/nothing'))).toEqual(headers(999, 60));
  });

  it('slides: no window of 60 seconds has more than 1000, wherever it begins', async () => {
    const passed: number[] = [];
    for (let step = 0; step < 18; step++) {
      passed.push(await send(100));
      system.clock.advance(5_000);
    }
    for (let from = 0; from + 12 <= passed.length; from++) {
      expect(passed.slice(from, from + 12).reduce((sum, each) => sum + each)).toBe(1000);
    }
  });

  it('of 1100 requests at one moment exactly 1000 pass; those of others do not count', async () => {
    expect(await send(1100, { path: '/users?limit=1&fields=id' })).toBe(1000);
    const [sibling, stranger] = [await system.newClient(school.id), (await system.newInstitution()).client];
    for (const other of [sibling, stranger]) expect(headersOf(await other.get('/nothing'))).toEqual(headers(999, 60));
  });

  it('leaves nothing behind: a creation that was refused is not there, and its key is free', async () => {
    expect(await send(1000)).toBe(1000);
    const body = { email: newEmail(), name: 'A' };
    expect((await client.post('/users', body, { key: 'refused' })).status).toBe(429);
    expect((await school.client.get('/users', { query: { email: body.email } })).body.data).toEqual([]);
    system.clock.advance(WINDOW_MS);
    const answer = await client.post('/users', body, { key: 'refused' });
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });
});
