import { expect, it } from 'vitest';
import { TestClient } from '../support/test-client.ts';
import type { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import type { Campus } from './campus.ts';

/** Support is given a badge and a minute, or a request id, and asked why it did not work. */
export function supportCase(campus: () => Campus, system: () => TestSystem): void {
  const punch = (client: TestClient, code: string) =>
    client.post('/time-tracking/sessions/start', { code }, { key: `terminal-${code}` });
  const failures = async (of: TestClient, query: Readonly<Record<string, string>>) => {
    const { body } = await of.get('/requests', { query: { status: '4xx', ...query } });
    return body.data as { requestId: string; code: string; detail: string; path: string; route: string }[];
  };

  it('a badge and a minute lead to the request, which says what is wrong with the badge', async () => {
    const { client } = campus();
    expect((await punch(client, 'NH-0046')).status).toBe(201);
    expect((await punch(client, 'NH-9999')).status).toBe(404);
    const at = system().clock.now();
    const minute = { from: new Date(at - 30_000).toISOString(), to: new Date(at + 30_000).toISOString() };
    const route = '/api/v4/time-tracking/sessions/start';
    const [found] = await until('the record', async () => {
      const records = await failures(client, { ...minute, route });
      return records.length > 0 && records;
    });
    expect(found).toMatchObject({ code: 'resource_not_found', detail: expect.stringContaining('NH-9999') });
    const { data } = (await client.get(`/requests/${found?.requestId}`)).body;
    expect(data).toMatchObject({ method: 'POST', status: 404, detail: found?.detail });
  });

  it('a secret in the wrong place is in no record, and no other integration sees the request', async () => {
    const { client, institutionId } = campus();
    const other = await system().newClient(institutionId);
    const { clientSecret } = client;
    const sent = await other.get(`/users/${clientSecret}`);
    expect([404, 422]).toContain(sent.status);
    const id = sent.headers.get('x-request-id') ?? '';
    const record = await until('the record', async () => {
      const answer = await other.get(`/requests/${id}`);
      return answer.status === 200 && answer;
    });
    expect(record.body.data.path).toBe('/api/v4/users/…');
    expect(JSON.stringify(record.body)).not.toContain(clientSecret);
    expect((await client.get(`/requests/${id}`)).status).toBe(404);
  });

  it('a wrong secret leads to a record that names the address which sent it', async () => {
    const own = await system().newClient(campus().institutionId);
    const wrong = new TestClient(system().url, own.clientId, 'wrong');
    expect((await wrong.get('/users')).status).toBe(401);
    const [found] = await until('the record', async () => {
      const records = await failures(own, {});
      return records.length > 0 && records;
    });
    expect(found).toMatchObject({ code: 'unauthorized', clientAddress: '127.0.0.1' });
  });
}
