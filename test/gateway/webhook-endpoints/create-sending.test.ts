import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { HOUR_MS } from '../../../platform/core/instant.ts';
import { OpenapiDocument } from '../../support/openapi-document.ts';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';
import { ReceivingEndpoint } from '../../support/webhooks/receiving-endpoint.ts';

let endpoint: ReceivingEndpoint;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  endpoint = await ReceivingEndpoint.in(system);
});

describe('POST /webhook-endpoints: 201: from then on an event', () => {
  it('arrives as the feed shows it, signed with the secret of the endpoint', async () => {
    await newUser(endpoint.client);
    await endpoint.received(1);
    const { body = '', headers = {} } = endpoint.receiver.requests[0] ?? {};
    // Receivers reject old timestamps, and the platform uses the test's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: system.clock.now() });
    const event = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>) as { id: string };
    vi.useRealTimers();
    expect((await endpoint.client.get(`/events/${event.id}`)).body.data).toEqual(event);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': `Lyceum-Webhooks/${/^\d+\.\d+/.exec(packageJson.version)}`,
      'webhook-id': event.id,
    });
    const document = new OpenapiDocument(await (await fetch(`${system.url}/api/v4/openapi.json`)).json());
    const { requestBody, parameters } = document.root.webhooks['user.created'].post;
    expect(document.faults(requestBody.content['application/json'].schema.$ref, event)).toEqual([]);
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining(parameters.map((each: object) => document.resolve(each).name)),
    );
    const [delivery] = await endpoint.settled('succeeded');
    expect(delivery).toMatchObject({ eventId: event.id, eventType: 'user.created', nextAttemptAt: null });
  });

  it('that was not taken comes again, and no other of its resource before it', async () => {
    endpoint.answerWith(500);
    const user = await newUser(endpoint.client, { name: 'Ada' });
    await endpoint.received(1);
    expect((await endpoint.client.patch(user.path, { name: 'Ada A.' }, { ifMatch: '*' })).status).toBe(200);
    const other = await newUser(endpoint.client);
    await endpoint.received(2);
    expect(endpoint.events.map(({ resource }) => resource.id)).toEqual([user.data.id, other.data.id]);
    const waiting = await endpoint.settled('pending', 3);
    expect(waiting.filter(({ nextAttemptAt }: { nextAttemptAt: unknown }) => nextAttemptAt === null)).toHaveLength(1);

    endpoint.answerWith(204);
    system.clock.advance(6_000);
    await endpoint.received(5);
    const ofUser = endpoint.receiver.requests.filter(({ body }) => JSON.parse(body).resource.id === user.data.id);
    expect(ofUser.map(({ body }) => JSON.parse(body).type)).toEqual(['user.created', 'user.created', 'user.updated']);
    expect(ofUser[0]?.headers['webhook-id']).toBe(ofUser[1]?.headers['webhook-id']);
    await endpoint.settled('succeeded', 3);
  });

  it('whose receiver asks for time is not sent before', async () => {
    endpoint.answerWith(503, { 'Retry-After': '3600' });
    await newUser(endpoint.client);
    await endpoint.received(1);
    const [delivery] = await until('the attempt', async () => {
      const found = await endpoint.settled('pending');
      return found[0].nextAttemptAt > '2026-10-05T08:59' && found;
    });
    const { data } = (await endpoint.client.get(`${endpoint.path}/deliveries/${delivery.id}`)).body;
    expect(data.attempts).toMatchObject([{ status: 503, error: null, response: 'an answer' }]);
    const [{ at }] = data.attempts;
    expect(delivery).toMatchObject({ attemptCount: 1, lastAttempt: { at, status: 503, error: null } });
    expect(Object.keys(delivery.lastAttempt)).toEqual(['at', 'status', 'error']);
    expect(Date.parse(data.nextAttemptAt) - Date.parse(data.attempts[0].at)).toBeGreaterThanOrEqual(HOUR_MS);
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const rotated = (await endpoint.post('rotate-secret')).body.data.secret;
    await newUser(endpoint.client);
    await endpoint.received(1);
    const signatures = String(endpoint.receiver.requests[0]?.headers['webhook-signature']).split(' ');
    const { headers, body } = endpoint.receiver.requests[0] as never as {
      headers: Record<string, string>;
      body: string;
    };
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const signed = [rotated, endpoint.secret].map((each) =>
      new Webhook(each).sign(headers['webhook-id'] ?? '', sentAt, body),
    );
    expect(signatures).toEqual(signed);
  });
});
