import type { NatsAddress } from '../../../platform/events/nats/nats-servers.ts';
import type { NatsUser } from '../../../platform/events/nats/nats-user.ts';
import { openBus } from '../../../platform/events/open-bus.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { file_lyceum_curricula_v1_events } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { file_lyceum_directory_v1_events } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { file_lyceum_feed_v1_events } from '../../../proto/gen/lyceum/feed/v1/events_pb.ts';
import { file_lyceum_locations_v1_events } from '../../../proto/gen/lyceum/locations/v1/events_pb.ts';
import { file_lyceum_outbox_v1_events } from '../../../proto/gen/lyceum/outbox/v1/events_pb.ts';
import { file_lyceum_scheduling_v1_events } from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import { file_lyceum_timetracking_v1_events } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';

/** An event as a consumer received it. */
export interface Delivery {
  readonly id: string;
}

/** A durable consumer of all events, like the one of a service. It records what it receives. */
export class EventSubscriber {
  readonly deliveries: Delivery[] = [];
  readonly #close: () => Promise<void>;

  private constructor(close: () => Promise<void>) {
    this.#close = close;
  }

  static async open({ url, ca }: NatsAddress): Promise<EventSubscriber> {
    const { bus, close } = await openBus({ NATS_URL: url, NATS_TLS_CA: ca }, 'faults', silentLogger);
    const subscriber = new EventSubscriber(close);
    await bus.subscribe({
      ...SUBSCRIPTION,
      durable: true,
      handle: async ({ id }) => {
        subscriber.deliveries.push({ id });
      },
    });
    return subscriber;
  }

  /** How many distinct events it has received. */
  get received(): number {
    return new Set(this.deliveries.map(({ id }) => id)).size;
  }

  close(): Promise<void> {
    return this.#close();
  }
}

const FILES = [
  file_lyceum_directory_v1_events,
  file_lyceum_scheduling_v1_events,
  file_lyceum_curricula_v1_events,
  file_lyceum_locations_v1_events,
  file_lyceum_timetracking_v1_events,
  file_lyceum_outbox_v1_events,
  file_lyceum_feed_v1_events,
];

const SUBSCRIPTION = {
  name: 'faults.subscriber',
  types: FILES.flatMap(({ messages }) => messages.map(({ typeName }) => typeName)),
};

/** Its user and permissions at NATS. */
export const SUBSCRIBER_USER: NatsUser = { name: 'faults', durables: [SUBSCRIPTION] };
