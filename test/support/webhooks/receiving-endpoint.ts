import { onTestFinished } from 'vitest';
import type { TestClient } from '../test-client.ts';
import type { TestAnswer } from '../test-messages.ts';
import type { TestSystem } from '../test-system.ts';
import { until } from '../until.ts';
import { TestReceiver } from './test-receiver.ts';

/** A webhook endpoint for created and changed users, of an institution of its own, with its receiver. */
export class ReceivingEndpoint {
  readonly client: TestClient;
  readonly institutionId: string;
  readonly receiver: TestReceiver;
  readonly secret: string;
  /** `/webhook-endpoints/{id}` */
  readonly path: string;

  private constructor(client: TestClient, institutionId: string, receiver: TestReceiver, { body }: TestAnswer) {
    this.client = client;
    this.institutionId = institutionId;
    this.receiver = receiver;
    this.secret = body.data.secret;
    this.path = `/webhook-endpoints/${body.data.id}`;
  }

  /** One for the test that runs, with which its receiver ends. */
  static async in(system: TestSystem): Promise<ReceivingEndpoint> {
    const receiver = await TestReceiver.start();
    onTestFinished(() => receiver.end());
    const { client, id } = await system.newInstitution();
    const json = { url: receiver.url, types: ['user.created', 'user.updated'] };
    return new ReceivingEndpoint(client, id, receiver, await client.post('/webhook-endpoints', json));
  }

  /** The events that the receiver has been sent, each as often. */
  get events() {
    return this.receiver.requests.map(({ body }) => JSON.parse(body));
  }

  received(count: number): Promise<unknown> {
    return until(`${count} requests`, () => this.receiver.requests.length >= count);
  }

  answerWith(status: number, headers = {}): void {
    this.receiver.answer = (response) => response.writeHead(status, headers).end('an answer');
  }

  async deliveries(query = {}) {
    return (await this.client.get(`${this.path}/deliveries`, { query })).body.data;
  }

  /** The deliveries with a status, once there are that many. */
  settled(status: string, count = 1) {
    return until(`${count} deliveries ${status}`, async () => {
      const found = await this.deliveries({ status });
      return found.length >= count && found;
    });
  }

  /** Waits until the receiver has accepted a test event, without which the endpoint cannot replay. */
  async prove(): Promise<void> {
    await this.post('test');
    await this.settled('succeeded');
  }

  /** POST to a path below the endpoint. */
  post(end: string, json?: object, key?: string): Promise<TestAnswer> {
    return this.client.send('POST', `${this.path}/${end}`, { ...(json ? { json } : {}), ...(key ? { key } : {}) });
  }
}
