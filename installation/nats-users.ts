import { gatewayUser } from '../gateway/nats-user.ts';
import type { NatsUser } from '../platform/events/nats/nats-user.ts';
import type { ServiceDefinition } from '../platform/process/service.ts';
import { services } from './services.ts';

/** The command line, as far as it reads events. */
const operator: NatsUser = { name: 'operator', readsStream: true };

/** All processes that come to NATS, and what each may do there. The server's configuration is made of this, in every installation. */
export const natsUsers: readonly NatsUser[] = [...services.map(userOf), gatewayUser, operator];

/**
 * A service publishes its own events, hears what its listeners hear, and takes what its consumers consume. One whose consumer takes batches, of events of many
 * services, may read the stream, to tell how old the first is that it has not handled.
 */
function userOf({ name, consumers, listeners = [] }: ServiceDefinition): NatsUser {
  return {
    name,
    publishes: [name],
    receives: listeners.flatMap(({ types }) => types),
    readsStream: consumers.some(({ handleAll }) => handleAll !== undefined),
    durables: consumers.map((consumer) => ({
      name: `${name}.${consumer.name}`,
      types: consumer.types,
      isInBatches: consumer.handleAll !== undefined,
    })),
  };
}
