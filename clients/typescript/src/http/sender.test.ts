import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClientBench } from '../../../../test/support/client-bench.ts';
import type { Fate } from '../../../../test/support/faulty-proxy.ts';
import { limitedClient } from '../../../../test/support/limited-client.ts';
import { until } from '../../../../test/support/until.ts';
import { TestReceiver } from '../../../../test/support/webhooks/test-receiver.ts';
import {
  type Attempt,
  type AttemptEnding,
  ConnectionError,
  ForbiddenError,
  ProblemError,
  UnexpectedAnswerError,
} from '../index.ts';
import { wait } from './wait.ts';

let bench: ClientBench;

beforeAll(async () => {
  bench = await ClientBench.start();
});
beforeEach(() => bench.reset());
afterAll(() => bench?.stop());

const unavailable: Fate = {
  status: 503,
  type: 'application/problem+json',
  body: '{"status":503,"code":"internal_error","detail":"Down."}',
};
const badGateway: Fate = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' };

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );

describe('a create', () => {
  it('is retried with its key through outages and takes effect once', async () => {
    bench.proxy.fates.push('lost', unavailable, badGateway, 'answer-lost');
    const user = bench.newUser();
    const answer = await bench.client().users.create(user);
    expect([answer.status, answer.isReplayed, answer.data.email]).toEqual([201, true, user.email]);
    expect([bench.proxy.keys.length, new Set(bench.proxy.keys).size]).toEqual([5, 1]);
    expect(bench.waits).toHaveLength(4);
    // The second wait honours a Retry-After of one second.
    expect(bench.waits[1]).toBe(1000);
  });

  it('has a new key each time, or the given one', async () => {
    const lyceum = bench.client();
    const user = bench.newUser();
    const first = await lyceum.users.create(user, { idempotencyKey: 'mine' });
    const again = await lyceum.users.create(user, { idempotencyKey: 'mine' });
    expect([again.isReplayed, again.data, again.meta]).toEqual([true, first.data, first.meta]);
    expect(await errorOf(lyceum.users.create(user))).toMatchObject({ status: 409, code: 'conflict', attempts: 1 });
    expect(new Set(bench.proxy.keys).size).toBe(2);
  });

  it('can be tried, and is not made', async () => {
    const lyceum = bench.client();
    const user = bench.newUser();
    bench.proxy.fates.push('answer-lost');
    const tried = await lyceum.users.create(user, { dryRun: true });
    expect([tried.status, tried.headers.get('dry-run'), tried.data.email]).toEqual([201, 'true', user.email]);
    expect(await Array.fromAsync(lyceum.users.list({ email: user.email }))).toEqual([]);
    const made = await lyceum.users.create(user, { dryRun: false });
    expect(made.headers.get('dry-run')).toBeNull();
    const { data: changed } = await lyceum.users.update(made.data.id, { name: 'B' }, { ifMatch: '*', dryRun: true });
    expect([changed.name, (await lyceum.users.get(made.data.id)).data.name]).toEqual(['B', 'Ada']);
    expect(await errorOf(lyceum.users.create(user, { dryRun: true }))).toMatchObject({ status: 409 });
  });

  it('that cannot be tried is not made, either', async () => {
    const lyceum = bench.client();
    const options: { idempotencyKey: string } = { idempotencyKey: 'k', ...{ dryRun: true } };
    const tried = lyceum.webhookEndpoints.create({ url: 'http://127.0.0.1:9/' }, options);
    expect(await errorOf(tried)).toMatchObject({ status: 404 });
  });

  it('of asynchronous work returns 202', async () => {
    const lyceum = bench.client();
    const receiver = await TestReceiver.start();
    const { data: endpoint } = await lyceum.webhookEndpoints.create({ url: receiver.url, isEnabled: true });
    const tried = await lyceum.webhookEndpoints.test(endpoint.id);
    expect([tried.status, tried.data.eventType]).toEqual([202, 'webhook.test']);
    // Refused until the receiver's answer to the test event has been stored.
    const replay = () => lyceum.webhookEndpoints.replay(endpoint.id, { fromSequence: 0 }).catch(() => null);
    expect((await until('the replay', replay)).status).toBe(202);
    await lyceum.webhookEndpoints.delete(endpoint.id, { ifMatch: '*' });
    await receiver.end();
  });

  it('sent many times concurrently takes effect once', async () => {
    const lyceum = bench.client();
    const user = bench.newUser();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => lyceum.users.create(user, { idempotencyKey: 'at once' })),
    );
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(1);
    expect(all.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  });
});

describe('a change and a delete', () => {
  it('whose answers are lost are done once, and answered', async () => {
    const lyceum = bench.client();
    const { data: user, etag } = await lyceum.users.create(bench.newUser());
    bench.proxy.fates.push('answer-lost');
    const changed = await lyceum.users.update(user.id, { name: 'Bea' }, { ifMatch: etag ?? '' });
    expect([changed.isReplayed, changed.data.name]).toEqual([true, 'Bea']);
    const { data: endpoint } = await lyceum.webhookEndpoints.create({ url: 'http://127.0.0.1:9/' });
    bench.proxy.fates.push('answer-lost');
    const deleted = await lyceum.webhookEndpoints.delete(endpoint.id, { ifMatch: '*' });
    expect([deleted.status, deleted.isReplayed]).toEqual([204, true]);
    const gone = lyceum.webhookEndpoints.delete(endpoint.id, { ifMatch: '*', idempotencyKey: 'another' });
    expect(await errorOf(gone)).toMatchObject({ status: 404 });
  });
});

describe('the rate limit', () => {
  it('is waited for as long as Retry-After requires; beyond the budget the request fails at once', async () => {
    const own = await bench.system.newClient(bench.school.id);
    for (let sent = 0; sent < 1000; sent += 50) {
      await Promise.all(Array.from({ length: 50 }, () => own.get('/users', { query: { limit: '1' } })));
    }
    const lyceum = bench.client({}, own);
    const error = await errorOf(lyceum.users.create(bench.newUser(), { retry: { budgetMs: 59_000 } }));
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', retryAfterMs: 60_000, attempts: 1 });
    expect(bench.waits).toEqual([]);
    expect((await lyceum.users.create(bench.newUser())).status).toBe(201);
    expect(bench.waits).toEqual([60_000]);
  });
});

describe('a request fails', () => {
  it('at once with a problem that names its faults', async () => {
    const error = await errorOf(bench.client().users.create({ email: 'none', name: '' }, { requestId: 'my-request' }));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      operationId: 'createUser',
      status: 422,
      code: 'validation_failed',
      requestId: 'my-request',
      attempts: 1,
      problem: { type: expect.stringMatching(/\/errors\/validation_failed$/) },
    });
    expect((error as ProblemError).errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/email', 'invalid_string'],
      ['/name', 'too_small'],
    ]);
    expect((error as ProblemError).message).toMatch(/^createUser: 422 validation_failed: ./);
    expect(bench.waits).toEqual([]);
  });

  it('with what the integration may not do', async () => {
    const limited = await limitedClient(bench.system, bench.school, { access: 'read', areas: ['users'] });
    const lyceum = bench.client({}, limited);
    const outside = await errorOf(lyceum.courses.get('x'));
    expect(outside).toBeInstanceOf(ForbiddenError);
    expect(outside).toMatchObject({ name: 'ForbiddenError', area: 'courses', attempts: 1 });
    const write = await errorOf(lyceum.users.create(bench.newUser()));
    expect(write).toMatchObject({ status: 403, detail: 'This integration may only read.', area: null });
  });

  it('with rejected credentials, which no error shows', async () => {
    const { clientId } = bench.school.client;
    const error = await errorOf(bench.client({ clientId, clientSecret: 'not:thø-secret' }).users.get('x'));
    expect(error).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('when no retry is left, with the last response', async () => {
    const lyceum = bench.client({ retry: { repeats: 2 } });
    bench.proxy.fates.push(...Array(3).fill('lost'), ...Array(3).fill(unavailable), ...Array(3).fill(badGateway));
    const lost = await errorOf(lyceum.users.create(bench.newUser()));
    expect(lost).toBeInstanceOf(ConnectionError);
    expect(lost).toMatchObject({ message: 'createUser: no answer (UND_ERR_SOCKET)', attempts: 3 });
    expect(await errorOf(lyceum.users.create(bench.newUser()))).toMatchObject({ status: 503, code: 'internal_error' });
    const strange = await errorOf(lyceum.users.create(bench.newUser()));
    expect(strange).toBeInstanceOf(UnexpectedAnswerError);
    expect(strange).toMatchObject({ status: 502, attempts: 3 });
    expect(bench.waits).toHaveLength(6);
  });

  it.each<Fate>([
    { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' },
    { status: 200, type: 'application/json', body: '{}' },
    { status: 200, type: 'application/json', body: 'null' },
    { status: 200, type: 'application/json', body: '{' },
    { status: 404, type: 'text/plain', body: 'nothing here' },
    { status: 404, type: 'application/json', body: '{"message":"no"}' },
    { status: 301, type: 'application/json', body: '{}' },
  ])('at once if another server answers: %j', async (fate) => {
    bench.proxy.fates.push(fate);
    expect(await errorOf(bench.client().users.get('x'))).toBeInstanceOf(UnexpectedAnswerError);
    expect(bench.waits).toEqual([]);
  });

  it('when there is no response in time, and is retried', async () => {
    bench.proxy.fates.push('silent');
    const lyceum = bench.client({ timeoutMs: 50 });
    const error = await errorOf(lyceum.users.create(bench.newUser(), { retry: { repeats: 0 } }));
    expect(String(error)).toBe('ConnectionError: createUser: no answer (none within 50 ms)');
    bench.proxy.fates.push('silent');
    expect((await bench.client().users.create(bench.newUser(), { timeoutMs: 500 })).status).toBe(201);
    expect(bench.waits.length).toBeGreaterThan(0);
  });

  it('with ids that would change its path', async () => {
    for (const id of ['', '.', '..'])
      await expect(bench.client().curricula.versions.get(id, 'a')).rejects.toThrow('needs ids');
  });
});

describe('a signal ends a request', () => {
  it('before it starts, while it waits for its response, and while it waits for a retry', async () => {
    const reason = new Error('enough');
    const isReason = (promise: Promise<unknown>) => expect(promise).rejects.toBe(reason);
    await isReason(bench.client().users.get('x', {}, { signal: AbortSignal.abort(reason) }));
    expect(bench.proxy.keys).toEqual([]);

    const during = new AbortController();
    bench.proxy.fates.push('silent');
    const hooks = { onAttempt: () => void setImmediate(() => during.abort(reason)) };
    await isReason(bench.client({ hooks }).users.get('x', {}, { signal: during.signal }));

    const between = new AbortController();
    bench.proxy.fates.push({ status: 503, type: 'text/plain', body: '' });
    const onEnding = () => void setImmediate(() => between.abort(reason));
    const waiting = bench.client({ hooks: { onEnding }, wait });
    await isReason(waiting.users.get('x', {}, { signal: between.signal }));
  });
});

it('hooks receive each attempt, can add headers, and never see the credentials', async () => {
  const seen: [Attempt, AttemptEnding][] = [];
  const hooks = {
    onAttempt: ({ headers }: Attempt) => headers.set('traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`),
    onEnding: (attempt: Attempt, ending: AttemptEnding) => void seen.push([attempt, ending]),
  };
  bench.proxy.fates.push('lost');
  const answer = await bench.client({ hooks }).users.list({ limit: 1, email: 'a+b@c' }).pages().next();
  expect(seen).toMatchObject([
    [
      { operationId: 'listUsers', method: 'GET', path: '/users', attempt: 1 },
      { status: null, error: expect.any(TypeError), retryInMs: bench.waits[0] },
    ],
    [
      { attempt: 2, requestId: answer.value?.requestId },
      { status: 200, retryInMs: null },
    ],
  ]);
  expect(seen[0]?.[0].url).toBe(`${bench.proxy.url}/api/v4/users?limit=1&email=a%2Bb%40c`);
  expect(seen[0]?.[0].requestId).toBe(seen[1]?.[0].requestId);
  expect(seen[1]?.[1].durationMs).toBeGreaterThan(0);
  expect([...(seen[1]?.[0].headers.keys() ?? [])]).toEqual(['traceparent', 'x-request-id']);
});
