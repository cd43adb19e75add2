import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/core/instant.ts';
import { newUser } from '../support/test-directory.ts';
import type { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';
import type { Campus } from './campus.ts';

/** A copy that hears of changes by webhooks alone equals the API, although its receiver was down for a day. */
export function webhookCopy(campus: () => Campus, system: () => TestSystem): void {
  let receiver: TestReceiver;
  beforeAll(async () => {
    receiver = await TestReceiver.start();
  });
  afterAll(() => receiver.end());

  /** What a receiver knows of an event: which resource, where to read it, its place in the order. */
  interface Heard {
    readonly id: string;
    readonly sequence: number;
    readonly resource: { readonly id: string; readonly path: string };
  }
  const accepted: Heard[] = [];
  const copy = new Map<string, unknown>();
  const take = async () => {
    for (const { resource } of accepted.splice(0)) {
      const { status, body } = await campus().client.get(resource.path.replace('/api/v4', ''));
      expect([200, 404]).toContain(status);
      if (status === 200) copy.set(resource.id, body.data);
      else copy.delete(resource.id);
    }
  };
  const last = new Map<string, number>();
  const up = () => {
    receiver.answer = (response, { body }) => {
      const event = JSON.parse(body) as Heard;
      // An event of a resource may come again, but never after a later one of it.
      expect(event.sequence).toBeGreaterThanOrEqual(last.get(event.resource.id) ?? 0);
      last.set(event.resource.id, event.sequence);
      accepted.push(event);
      response.writeHead(204).end();
    };
  };
  const down = () => {
    receiver.answer = (response) => response.writeHead(503).end();
  };

  it('what changes while the receiver is up, down for a day and up again is in the copy, deletions too', async () => {
    const { client } = campus();
    up();
    const types = ['user.created', 'user.updated', 'appointment.created', 'appointment.updated', 'appointment.deleted'];
    const endpoint = await client.post('/webhook-endpoints', { url: receiver.url, types });
    expect(endpoint.status).toBe(201);
    for (const path of ['/users', '/appointments'])
      for (const record of await client.walk(path, { limit: '100' })) copy.set(record.id, record);

    const lecture = (title: string) =>
      client.post(`/courses/${campus().id('courses', 'c01')}/appointments`, {
        ...{ title, dateTime: '2026-11-02T10:00:00+01:00', duration: 90 },
      });
    const [kept, cancelled] = [await lecture('Kept'), await lecture('Cancelled')].map(({ body }) => body.data.id);
    await until('the first events', () => accepted.length >= 2);

    down();
    const user = await newUser(client, { name: 'Before' });
    for (let hour = 0; hour < 24; hour++) {
      const { status } = await client.patch(user.path, { name: `At ${hour}` }, { ifMatch: '*' });
      expect(status).toBe(200);
      system().clock.advance(HOUR_MS);
    }
    expect((await client.patch(`/appointments/${kept}`, { title: 'Moved' }, { ifMatch: '*' })).status).toBe(200);
    expect((await client.send('DELETE', `/appointments/${cancelled}`, { ifMatch: '*' })).status).toBe(204);

    up();
    const deliveries = `/webhook-endpoints/${endpoint.body.data.id}/deliveries`;
    await until('all deliveries', async () => {
      const { body } = await client.get(deliveries, { query: { status: 'pending' } });
      if (body.data.length > 0) system().clock.advance(HOUR_MS);
      const published = (await client.get('/events', { query: { resourceId: cancelled } })).body.data.length;
      return published === 2 && body.data.length === 0;
    });
    await take();

    const truth = new Map<string, unknown>();
    for (const path of ['/users', '/appointments'])
      for (const { id } of await client.walk(path, { limit: '100' }))
        truth.set(id, (await client.get(`${path}/${id}`)).body.data);
    expect([...copy.keys()].sort()).toEqual([...truth.keys()].sort());
    for (const id of [user.data.id, kept]) expect(copy.get(id)).toEqual(truth.get(id));
    expect(copy.get(user.data.id)).toMatchObject({ name: 'At 23' });
  });
}
