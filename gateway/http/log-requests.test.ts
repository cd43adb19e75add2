import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/observability/log.ts';
import { LogLines } from '../../test/support/process/log-lines.ts';
import type { TestClient } from '../../test/support/test-client.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { until } from '../../test/support/until.ts';

const destination = new LogLines();
const { lines } = destination;

describe('the log line of a request', () => {
  let system: TestSystem;
  let client: TestClient;
  let institutionId: string;
  beforeAll(async () => {
    const log = createLogger({ name: 'test', level: 'info', pretty: false, destination });
    system = await TestSystem.start({ log, logRequests: true });
    const institution = await system.newInstitution();
    ({ client, id: institutionId } = institution);
  });
  afterAll(() => system.stop());

  const lineOf = (requestId: string) =>
    until('the line', () => lines.find((line) => line.msg === 'request' && line.requestId === requestId));

  it('names its client and its outcome', async () => {
    await client.get('/users', { headers: { 'x-request-id': 'listed' }, query: { limit: '1' } });
    expect(await lineOf('listed')).toEqual({
      level: 30,
      time: expect.any(String),
      pid: process.pid,
      hostname: expect.any(String),
      name: 'test',
      msg: 'request',
      requestId: 'listed',
      institutionId,
      integrationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      route: '/api/v4/users',
      status: 200,
      durationMs: expect.any(Number),
    });
  });

  it('is written for a rejected request, too', async () => {
    await client.get('/nothing/ada@school.example', { headers: { 'x-request-id': 'lost' } });
    expect(await lineOf('lost')).toMatchObject({ status: 404, route: null, institutionId });
    await fetch(`${system.url}/api/v4/users`, { headers: { 'x-request-id': 'stranger' } });
    const line = await lineOf('stranger');
    expect(line).toMatchObject({ status: 401, route: '/api/v4/users' });
    expect(line).not.toHaveProperty('institutionId');
    expect(JSON.stringify(lines)).not.toContain('ada@school.example');
  });

  it('is not written for health checks', async () => {
    await Promise.all(['healthz', 'readyz'].map((path) => fetch(`${system.url}/${path}`)));
    await client.get('/users', { headers: { 'x-request-id': 'after' } });
    await lineOf('after');
    expect(lines.filter(({ msg, route }) => msg === 'request' && /z$/.test(String(route)))).toEqual([]);
  });
});
