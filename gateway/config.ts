import { tlsVariables } from '../platform/calls/tls.ts';
import type { Environment } from '../platform/core/config/config.ts';
import { integer, oneOf, optional, port, text, url } from '../platform/core/config/variables.ts';
import { natsVariablesFor } from '../platform/events/nats/nats-variables.ts';
import { metricsVariables } from '../platform/observability/metrics/open-metrics.ts';
import { tracingVariables } from '../platform/observability/tracing/tracing-variables.ts';
import { peerVariables } from '../platform/process/peers.ts';
import { parseCursorKeys } from './cursor/cursor-keys.ts';
import { overloadVariables } from './overload/overload-variables.ts';
import { DEFAULT_BYTES_PER_DAY } from './write-allowance/write-allowance.ts';

const MEGABYTE = 1024 * 1024;

/** The services that the gateway calls. */
export const GATEWAY_PEERS = ['directory', 'scheduling', 'curricula', 'locations', 'timetracking', 'webhooks'] as const;

/** What the gateway reads from its environment, in whatever process it runs. */
export const gatewayVariables = {
  HOST: text({ description: 'address that the gateway listens on', fallback: '0.0.0.0' }),
  PORT: port({ description: 'port of the gateway', fallback: '8080' }),
  PUBLIC_URL: optional(url(['http', 'https'], { description: 'address under which clients reach the gateway' })),
  ERRORS_BASE_URL: optional(
    url(['http', 'https'], { description: 'what problem types begin with; default PUBLIC_URL/errors' }),
  ),
  CURSOR_KEYS: {
    description: 'keys that sign cursors: id:base64url of 32 bytes or more, comma-separated, the signing one first',
    secret: true,
    allowed: 'id:key, several with commas',
    parse: parseCursorKeys,
  },
  REQUEST_TIMEOUT_MS: integer({
    description: 'longest time for a request, in milliseconds',
    fallback: '10000',
    minimum: 100,
    maximum: 300_000,
  }),
  ...overloadVariables,
  MAX_WRITTEN_MB_PER_DAY: integer({
    description:
      'megabytes that an integration may write in a day (UTC), as services send them to their databases; beyond them its writes are answered 429; 0: as many as it likes',
    fallback: String(DEFAULT_BYTES_PER_DAY / MEGABYTE),
    minimum: 0,
    maximum: 1_000_000,
  }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    description: 'least level that is logged',
    fallback: 'info',
  }),
  LOG_REQUESTS: oneOf(['0', '1'], { description: '1: a line for each request', fallback: '1' }),
  ...tracingVariables,
};

/** What the gateway in a process of its own reads beside that. */
export const gatewayProcessVariables = {
  ...gatewayVariables,
  RATE_LIMIT_TIMEOUT_MS: integer({
    description:
      'how long a request waits for the count that gateways share, before its gateway counts on its own, in milliseconds',
    fallback: '80',
    minimum: 10,
    maximum: 10_000,
    formerName: 'RATE_LIMIT_PATIENCE_MS',
  }),
};

/** Everything that the gateway in a process of its own reads: beside that, where the others are and how to speak with them. */
export function gatewayProcessVariablesFor(environment: Environment) {
  return {
    ...gatewayProcessVariables,
    ...natsVariablesFor(environment),
    ...peerVariables(GATEWAY_PEERS),
    ...tlsVariables,
    ...metricsVariables,
  };
}

/** How long a gateway that is told to end may take, in milliseconds. */
export const GRACE_MS = 25_000;
