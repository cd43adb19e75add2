import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll } from 'vitest';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { EVENT_STREAM } from '../../../platform/events/event-stream.ts';
import { natsServers } from '../../../platform/events/nats/nats-link.ts';
import { ADMIN, BUCKETS_API, type NatsUser } from '../../../platform/events/nats/nats-user.ts';
import { UserCreatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { newEnvelope } from './events.ts';
import { TestNats } from './nats-server.ts';
import { newTestBus } from './nats-users.ts';

export const INSTITUTION = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11';
/** The NATS users of production. */
export const NAMES = natsUsers.map(({ name }) => name);
export const SERVICES = natsUsers.filter(({ publishes = [] }) => publishes.length > 0).map(({ name }) => name);

/** A user with a consumer, which no service has yet. */
export const DURABLE = { name: 'consuming.users', types: [UserCreatedSchema.typeName], isInBatches: true };
export const CONSUMING: NatsUser = { name: 'consuming', durables: [DURABLE] };

/** The fixture of tests about NATS users: a server with the accounts of production, and a connection for each user. */
export class NatsBench {
  #nats: TestNats | undefined;
  readonly #connections = new Map<string, NatsConnection>();

  constructor() {
    beforeAll(async () => {
      this.#nats = await TestNats.start([...natsUsers, CONSUMING]);
      for (const name of [ADMIN, CONSUMING.name, ...NAMES])
        this.#connections.set(name, await connect(natsServers({ url: this.urlOf(name) })));
    });
    afterAll(async () => {
      for (const connection of this.#connections.values()) await connection.close();
      await this.#nats?.remove();
    });
  }

  urlOf(user: string): string {
    return (this.#nats as TestNats).urlOf(user);
  }

  of(user: string): NatsConnection {
    return this.#connections.get(user) as NatsConnection;
  }

  busOf(user: string): ReturnType<typeof newTestBus> {
    return newTestBus(this.urlOf(user));
  }

  /** The reply to a request, or why there is none. */
  async request(user: string, subject: string, payload: string | Uint8Array = ''): Promise<string> {
    return this.of(user)
      .request(subject, payload, { timeout: 500 })
      .then(
        (answer) => answer.string(),
        (error: Error) => error.message,
      );
  }

  /**
   * Everything in NATS as the administrator sees it: streams, consumers, and the number of messages on each subject.
   */
  async contents() {
    const own = await jetstreamManager(this.of(ADMIN));
    const buckets = await jetstreamManager(this.of(ADMIN), { apiPrefix: BUCKETS_API });
    const durables = await own.consumers.list(EVENT_STREAM).next();
    return {
      streams: [...(await statesOf(own)), ...(await statesOf(buckets))],
      durables: durables.map(({ config, delivered, ack_floor }) => ({ config, delivered, ack_floor })),
    };
  }
}

async function statesOf({ streams }: JetStreamManager) {
  const names = await streams.names().next();
  return Promise.all(
    names.map(async (name) => {
      const { config, state } = await streams.info(name, { subjects_filter: '>' });
      return { config, first: state.first_seq, subjects: state.subjects ?? {} };
    }),
  );
}

/** The outcome of a request without permission. */
export const REFUSED = /^Permissions Violation|^no responders|^timeout$|^\{.*"error":\{"code":(400|404|503)/;

export function newEvent(type: string = UserCreatedSchema.typeName) {
  return newEnvelope({ type, institutionId: INSTITUTION });
}
