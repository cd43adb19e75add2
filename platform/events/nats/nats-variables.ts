import type { Environment, Values, Variable } from '../../core/config/config.ts';
import { integer, optional, text } from '../../core/config/variables.ts';
import type { StreamLimits } from '../event-stream.ts';

const address: Variable<string> = {
  description: 'where NATS is and as whom to come there, nats://user:password@host:4222, several separated by commas',
  secret: true,
  allowed: 'URLs: nats://, tls://',
  parse(value) {
    for (const each of value.split(',')) {
      if (!URL.canParse(each.trim()) || !/^(nats|tls):$/.test(new URL(each.trim()).protocol)) {
        throw new Error('must be URLs that begin with nats:// or tls://, separated by commas');
      }
    }
    return value;
  },
};

/** Where NATS is, as whom to come there, and whom to believe that it is. */
export const natsAddressVariables = {
  NATS_URL: optional(address),
  NATS_TLS_CA: optional({
    description:
      'certificates of the authorities whose NATS servers are trusted, PEM, where NATS_URL begins with tls://; default those that Node trusts',
    secret: true,
    allowed: 'PEM',
    parse: (value: string) => value,
  }),
};

/** What a process of its own reads about NATS. */
export const natsVariables = {
  NODE_ENV: text({ description: 'production: there is no start without NATS', fallback: 'development' }),
  ...natsAddressVariables,
};

/** What there is to be at NATS, for whoever declares it. */
export const natsLimitVariables = {
  NATS_REPLICAS: integer({
    description: 'servers of the NATS cluster that keep each event and each count',
    fallback: '1',
    minimum: 1,
    maximum: 5,
  }),
  NATS_EVENTS_DAYS: integer({
    description: 'days that events are kept for consumers that are away; less than the 30 that the inbox remembers',
    fallback: '7',
    minimum: 1,
    maximum: 29,
  }),
  NATS_EVENTS_BYTES: integer({
    description:
      'bytes that kept events may take, -1 for what the server allows; when they are full, events wait in the outbox',
    fallback: '-1',
    minimum: -1,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
};

/** What the limits' variables say of the stream. */
export function streamLimitsOf(config: Values<typeof natsLimitVariables>): StreamLimits {
  return { replicas: config.NATS_REPLICAS, days: config.NATS_EVENTS_DAYS, bytes: config.NATS_EVENTS_BYTES };
}

/** The same for an environment: production does not do without NATS. */
export function natsVariablesFor(environment: Environment): typeof natsVariables {
  if (environment.NODE_ENV !== 'production') return natsVariables;
  return { ...natsVariables, NATS_URL: address as typeof natsVariables.NATS_URL };
}
