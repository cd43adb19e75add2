import { gatewayUser } from '../../gateway/admission/nats-user.ts';
import { OUTBOX_COMPARED, OUTBOX_LISTED } from '../../platform/data/outbox/published.ts';
import type { NatsUser } from '../../platform/events/nats/nats-user.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { services } from './services.ts';

/** The command line, for reading events, and for the journal of erasures, into which imports write. */
const operator: NatsUser = { name: 'operator', readsStream: true, journal: 'writes' };

/**
 * All processes that connect to NATS, and their permissions. The server's configuration is generated from this in every
 * installation.
 */
export const natsUsers: readonly NatsUser[] = [...services.map(userOf), gatewayUser, operator];

/**
 * A service publishes its own events, subscribes to those of its listeners and consumes those of its consumers. It
 * lists its published events for the feed and receives the answers. A service with a consumer may also read the stream,
 * to report the age of the oldest event that it has not handled.
 */
function userOf({ name, consumers, listeners = [] }: ServiceDefinition): NatsUser {
  const answersLists = consumers.some(({ types }) => types.includes(OUTBOX_LISTED));
  return {
    name,
    publishes: [name, 'outbox', ...(answersLists ? ['feed'] : [])],
    receives: [...listeners.flatMap(({ types }) => types), OUTBOX_COMPARED],
    readsStream: consumers.length > 0,
    journal: name === 'directory' ? 'writes' : 'reads',
    durables: consumers.map((consumer) => ({
      name: `${name}.${consumer.name}`,
      types: consumer.types,
      isInBatches: true,
    })),
  };
}
