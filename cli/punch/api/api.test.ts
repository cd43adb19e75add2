import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../../clients/typescript/src/index.ts';
import { type Fate, FaultyProxy } from '../../../test/support/faulty-proxy.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestSystem } from '../../../test/support/test-system.ts';
import { type School, schoolIn } from '../../../test/time-tracking/school-in.ts';
import { Api } from './api.ts';

let system: TestSystem;
let school: School;
let proxy: FaultyProxy;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  school = await schoolIn(system, 'Europe/Berlin');
});

beforeEach(async () => {
  proxy = await FaultyProxy.open(system.url);
});

afterEach(() => proxy.close());
afterAll(() => system?.stop());

/** Starts a session of a new member. */
async function start(credentials: Pick<TestClient, 'clientId' | 'clientSecret'> = school.client, url = proxy.url) {
  const { code } = await school.newMember();
  const { clientId, clientSecret } = credentials;
  const api = new Api({ url: `${url}/api/v4`, clientId, clientSecret }, async (ms) => system.clock.advance(ms));
  return api.post('startSession', { code, at: '2026-10-05T08:00:00.000Z' });
}

const unavailable: Fate = {
  status: 503,
  type: 'application/problem+json',
  body: '{"status":503,"code":"internal_error","detail":"Down."}',
};
const badGateway: Fate = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' };

it('a request has a key derived from its content', async () => {
  const { code } = await school.newMember();
  const { clientId, clientSecret } = school.client;
  const api = new Api({ url: `${proxy.url}/api/v4`, clientId, clientSecret });
  const punch = { code, at: '2026-10-05T08:00:00.000Z' };
  expect(await api.post('startSession', punch)).toMatchObject({ status: 201, isReplayed: false });
  expect(await api.post('startSession', punch)).toMatchObject({ status: 201, isReplayed: true });
  const refused = await api.post('startSession', punch, 'another occasion');
  expect(refused).toBeInstanceOf(ProblemError);
  expect(refused).toMatchObject({ status: 409, code: 'conflict' });
  expect(new Set(proxy.keys).size).toBe(2);
});

describe('when further requests are useless', () => {
  it('reports rejected credentials at once', async () => {
    const { clientId } = school.client;
    const wrong = start({ clientId, clientSecret: 'wrong' });
    await expect(wrong).rejects.toThrow('rejects the credentials. Check LYCEUM_CLIENT_ID and LYCEUM_CLIENT_SECRET.');
    expect(proxy.keys).toHaveLength(1);
  });

  it('gives up in the end and reports why', async () => {
    proxy.fates.push(...Array(9).fill('lost'), ...Array(9).fill(unavailable), ...Array(9).fill(badGateway));
    await expect(start()).rejects.toThrow('/api/v4 does not answer (UND_ERR_SOCKET).');
    await expect(start()).rejects.toThrow('/api/v4: 503 internal_error: Down.');
    await expect(start()).rejects.toThrow('/api/v4 does not answer (status 502).');
    expect(proxy.keys).toHaveLength(27);
  });

  it('reports that nothing listens', async () => {
    const { url } = proxy;
    await proxy.close();
    await expect(start(school.client, url)).rejects.toThrow('(ECONNREFUSED)');
    proxy = await FaultyProxy.open(system.url);
  });

  it.each<Fate>([
    { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' },
    { status: 404, type: 'text/plain', body: 'nothing here' },
    { status: 301, type: 'application/json', body: '{}' },
  ])('reports a server that is not Lyceum: %j', async (fate) => {
    proxy.fates.push(fate);
    await expect(start()).rejects.toThrow('is not Lyceum');
    expect(proxy.keys).toHaveLength(1);
  });

  it('reports what is forbidden', async () => {
    const body = '{"status":403,"code":"forbidden","detail":"Time tracking is disabled."}';
    proxy.fates.push({ status: 403, type: 'application/problem+json', body });
    await expect(start()).rejects.toThrow('403 forbidden: Time tracking is disabled.');
  });
});

it('an error of one request is returned as a problem if retries do not help', async () => {
  const body = '{"status":500,"code":"internal_error","detail":"Broken."}';
  proxy.fates.push(...Array(9).fill({ status: 500, type: 'application/problem+json', body }));
  expect(await start()).toMatchObject({ status: 500, attempts: 9 });
  expect(proxy.keys).toHaveLength(9);
});
