import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../test/support/test-client.ts';
import { type TestInstitution, TestSystem } from '../../../test/support/test-system.ts';
import { type Fate, FaultyProxy } from '../../testing/faulty-proxy.ts';
import { Api } from './api.ts';

let system: TestSystem;
let institution: TestInstitution;
let proxy: FaultyProxy;
let sleeps: number[];

beforeAll(async () => {
  system = await TestSystem.start();
  institution = await system.newInstitution();
});

beforeEach(async () => {
  proxy = await FaultyProxy.open(system.url);
  sleeps = [];
});

afterEach(() => proxy.close());
afterAll(() => system?.stop());

function apiOf({ clientId, clientSecret }: Pick<TestClient, 'clientId' | 'clientSecret'>, url = proxy.url): Api {
  return new Api({ url: `${url}/api/v4`, clientId, clientSecret }, async (ms) => {
    sleeps.push(ms);
    system.clock.advance(ms);
  });
}

let users = 0;
const newUser = () => ({ email: `user${++users}@example.org`, name: 'Ada' });

const unavailable: Fate = {
  status: 503,
  type: 'application/problem+json',
  body: '{"status":503,"code":"internal_error","detail":"Down."}',
};
const badGateway: Fate = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' };

describe('a request', () => {
  it('is answered, and replayed when it is made again', async () => {
    const api = apiOf(institution.client);
    const user = newUser();
    const first = await api.post('/users', user);
    expect([first.status, first.isReplayed]).toEqual([201, false]);
    expect(await api.post('/users', user)).toEqual({ ...first, isReplayed: true });
    const refused = await api.post('/users', user, 'another occasion');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' }, isReplayed: false });
    expect(sleeps).toEqual([]);
  });

  it('is repeated with its key through outages, and takes effect once', async () => {
    proxy.fates.push('lost', unavailable, badGateway, 'answer-lost');
    const answer = await apiOf(institution.client).post('/users', newUser());
    expect([answer.status, answer.isReplayed]).toEqual([201, true]);
    expect(new Set(proxy.keys).size).toBe(1);
    expect(proxy.keys).toHaveLength(5);
    expect(sleeps).toEqual([500, 1000, 2000, 4000]);
  });

  it('that is made many times at once takes effect once', async () => {
    const api = apiOf(institution.client);
    const user = newUser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/users', user)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  });

  it('waits as long as the rate limit asks', async () => {
    const client = await system.newClient(institution.id);
    for (let sent = 0; sent < 1000; sent += 50) {
      await Promise.all(Array.from({ length: 50 }, () => client.get('/users', { query: { limit: '1' } })));
    }
    const answer = await apiOf(client).post('/users', newUser());
    expect([answer.status, sleeps]).toEqual([201, [60_000]]);
  });
});

describe('where requests are of no use', () => {
  it('says that the credentials are refused, at once', async () => {
    const { clientId } = institution.client;
    const wrong = apiOf({ clientId, clientSecret: 'wrong' }).post('/users', newUser());
    await expect(wrong).rejects.toThrow('refuses the credentials. Check LYCEUM_CLIENT_ID and LYCEUM_CLIENT_SECRET.');
    expect(sleeps).toEqual([]);
  });

  it('gives up in the end, and says why', async () => {
    proxy.fates.push(...Array(9).fill('lost'), ...Array(9).fill(unavailable), ...Array(9).fill(badGateway));
    const api = apiOf(institution.client);
    await expect(api.post('/users', newUser())).rejects.toThrow('/api/v4 does not answer (UND_ERR_SOCKET).');
    await expect(api.post('/users', newUser())).rejects.toThrow('/api/v4: 503 internal_error: Down.');
    await expect(api.post('/users', newUser())).rejects.toThrow('/api/v4 does not answer (502 without JSON).');
    expect([proxy.keys.length, sleeps.length]).toEqual([27, 24]);
  });

  it('says that nobody listens', async () => {
    const { url } = proxy;
    await proxy.close();
    await expect(apiOf(institution.client, url).post('/users', newUser())).rejects.toThrow('(ECONNREFUSED)');
    proxy = await FaultyProxy.open(system.url);
  });

  it.each<Fate>([
    { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' },
    { status: 404, type: 'text/plain', body: 'nothing here' },
    { status: 301, type: 'application/json', body: '{}' },
  ])('says that something else listens: %j', async (fate) => {
    proxy.fates.push(fate);
    await expect(apiOf(institution.client).post('/users', newUser())).rejects.toThrow('is not Lyceum');
    expect(sleeps).toEqual([]);
  });

  it('says what is forbidden', async () => {
    const body = '{"status":403,"code":"forbidden","detail":"Time tracking is disabled."}';
    proxy.fates.push({ status: 403, type: 'application/problem+json', body });
    const answer = apiOf(institution.client).post('/users', newUser());
    await expect(answer).rejects.toThrow('403 forbidden: Time tracking is disabled.');
  });
});

it('an error of one request is its own refusal, once repeating has not helped', async () => {
  const body = '{"status":500,"code":"internal_error","detail":"Broken."}';
  proxy.fates.push(...Array(9).fill({ status: 500, type: 'application/problem+json', body }));
  const answer = await apiOf(institution.client).post('/users', newUser());
  expect([answer.status, proxy.keys.length]).toEqual([500, 9]);
});
