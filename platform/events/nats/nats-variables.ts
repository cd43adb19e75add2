import type { Environment, Values, Variable } from '../../core/config/config.ts';
import { integer, optional, text } from '../../core/config/variables.ts';
import type { StreamLimits } from '../event-stream.ts';

const address: Variable<string> = {
  description: 'address of NATS with user and password: nats://user:password@host:4222; several separated by commas',
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

/** The address of NATS, the credentials, and the authorities to trust. */
export const natsAddressVariables = {
  NATS_URL: optional(address),
  NATS_TLS_CA: optional({
    description:
      'CA certificates for NATS servers, PEM, if NATS_URL begins with tls://; default: the authorities that Node trusts',
    secret: true,
    allowed: 'PEM',
    parse: (value: string) => value,
  }),
};

/** The NATS variables of a separate process. */
export const natsVariables = {
  NODE_ENV: text({ description: 'production: NATS_URL is required', fallback: 'development' }),
  ...natsAddressVariables,
};

/** The limits of the stream, for `lyceum nats provision`. */
export const natsLimitVariables = {
  NATS_REPLICAS: integer({
    description: 'number of NATS servers that store each event and each count of the rate limit',
    fallback: '1',
    minimum: 1,
    maximum: 5,
  }),
  NATS_EVENTS_DAYS: integer({
    description:
      'days for which NATS keeps events for consumers that are unavailable; fewer than the 30 days that the inbox remembers',
    fallback: '7',
    minimum: 1,
    maximum: 29,
  }),
  NATS_EVENTS_BYTES: integer({
    description:
      'maximum size of stored events, in bytes; -1: what the server allows; when it is reached, events wait in the outbox',
    fallback: '-1',
    minimum: -1,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
};

/** The limits of the stream from the variables. */
export function streamLimitsOf(config: Values<typeof natsLimitVariables>): StreamLimits {
  return { replicas: config.NATS_REPLICAS, days: config.NATS_EVENTS_DAYS, bytes: config.NATS_EVENTS_BYTES };
}

/** The variables for an environment: production requires NATS. */
export function natsVariablesFor(environment: Environment): typeof natsVariables {
  if (environment.NODE_ENV !== 'production') return natsVariables;
  return { ...natsVariables, NATS_URL: address as typeof natsVariables.NATS_URL };
}
