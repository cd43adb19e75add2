import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

const system = await TestSystem.start();

describe('GET /events/{id}: 200', () => {
  it('one event by its id, with an ETag, and no other institution’s', async () => {
    const { client } = await system.newInstitution();
    await newUser(client);
    const [event] = await until('the event', async () => {
      const { data } = (await client.get('/events')).body;
      return data.length > 0 && data;
    });
    const one = await client.get(`/events/${event.id}`);
    expect([one.status, one.body.data]).toEqual([200, event]);
    const headers = { 'if-none-match': one.headers.get('etag') ?? '' };
    expect((await client.get(`/events/${event.id}`, { headers })).status).toBe(304);
    const { client: stranger } = await system.newInstitution();
    expect((await stranger.get(`/events/${event.id}`)).status).toBe(404);
    expect((await client.get(`/events/${randomUUID()}`)).status).toBe(404);
    expect((await client.get('/events/none')).status).toBe(404);
    expect((await stranger.get('/events')).body.data).toEqual([]);
  });
});
