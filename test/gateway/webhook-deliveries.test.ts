import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestReceiver } from '../../services/webhooks/testing/test-receiver.ts';
import type { TestClient } from '../support/test-client.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

let system: TestSystem;
let receiver: TestReceiver;
let client: TestClient;
let secret: string;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());
beforeEach(async () => {
  receiver = await TestReceiver.start();
  ({ client } = await system.newInstitution());
  const { body } = await client.post('/webhook-endpoints', {
    url: receiver.url,
    types: ['user.created', 'user.updated'],
  });
  secret = body.data.secret;
});
afterEach(() => receiver.end());

const received = (count: number) => until(`${count} requests`, async () => receiver.requests.length >= count);
const typesReceived = () => receiver.requests.map(({ body }) => JSON.parse(body).type);

it('an event arrives as the feed shows it, signed with the secret of the endpoint', async () => {
  await newUser(client);
  await received(1);
  const [request] = receiver.requests;
  const { body = '', headers = {} } = request ?? {};
  const event = JSON.parse(body);
  expect((await client.get(`/events/${event.id}`)).body.data).toEqual(event);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Lyceum-Webhooks/4.3',
    'webhook-id': event.id,
  });
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(event.id, sentAt, body));
});

it('an event that was not taken comes again, and no other of its resource before it', async () => {
  receiver.answer = (response) => response.writeHead(500).end();
  const user = await newUser(client, { name: 'Ada' });
  await received(1);
  expect((await client.patch(user.path, { name: 'Ada A.' }, { ifMatch: '*' })).status).toBe(200);
  const other = await newUser(client);
  await received(2);
  expect(receiver.requests.map(({ body }) => JSON.parse(body).resource.id)).toEqual([user.data.id, other.data.id]);

  receiver.answer = (response) => response.writeHead(204).end();
  system.clock.advance(6_000);
  await received(5);
  const ofUser = receiver.requests.filter(({ body }) => JSON.parse(body).resource.id === user.data.id);
  expect(ofUser.map(({ body }) => JSON.parse(body).type)).toEqual(['user.created', 'user.created', 'user.updated']);
  expect(ofUser[0]?.headers['webhook-id']).toBe(ofUser[1]?.headers['webhook-id']);
});

it('a receiver that is gone is sent nothing more, and its owner can enable it again', async () => {
  receiver.answer = (response) => response.writeHead(410).end();
  await newUser(client);
  await received(1);
  const endpoint = async () => (await client.get('/webhook-endpoints')).body.data[0];
  await until('the end of the endpoint', async () => (await endpoint()).disabledReason === 'gone');

  receiver.answer = (response) => response.writeHead(204).end();
  const enabled = { isEnabled: true };
  const { id } = await endpoint();
  const answer = await client.patch(`/webhook-endpoints/${id}`, enabled, { ifMatch: '*' });
  expect(answer.body.data).toMatchObject({ isEnabled: true, disabledReason: null });
  system.clock.advance(6_000);
  await received(2);
  expect(typesReceived()).toEqual(['user.created', 'user.created']);
});
