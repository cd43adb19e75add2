import { tlsVariables } from '../platform/calls/tls.ts';
import type { Environment, Values } from '../platform/core/config/config.ts';
import { integer, oneOf, optional, port, text, url } from '../platform/core/config/variables.ts';
import { natsVariablesFor } from '../platform/events/nats/nats-variables.ts';
import { metricsVariables } from '../platform/observability/metrics/metrics-server.ts';
import { tracingVariables } from '../platform/observability/tracing/tracing-variables.ts';
import { peerVariables } from '../platform/process/peers.ts';
import { admissionLimitsOf, admissionVariables } from './admission/variables.ts';
import { DEFAULT_BYTES_PER_DAY } from './admission/write-allowance.ts';
import { parseCursorKeys } from './endpoint/cursor-keys.ts';
import { GATEWAY_PEERS } from './endpoint/gateway-peers.ts';
import type { GatewayConfig } from './gateway.ts';

const MEGABYTE = 1024 * 1024;

/** The environment variables of the gateway, in whatever process it runs. */
export const gatewayVariables = {
  HOST: text({ description: 'address the gateway listens on', fallback: '0.0.0.0' }),
  PORT: port({ description: 'port the gateway listens on', fallback: '8080' }),
  PUBLIC_URL: optional(url(['http', 'https'], { description: 'public URL of the gateway, as clients use it' })),
  ERRORS_BASE_URL: optional(
    url(['http', 'https'], { description: 'base URL of problem types; default: PUBLIC_URL/errors' }),
  ),
  CURSOR_KEYS: {
    description: 'keys that sign cursors: id:base64url of 32 bytes or more, comma-separated; the first one signs',
    secret: true,
    allowed: 'id:key, several with commas',
    parse: parseCursorKeys,
  },
  REQUEST_TIMEOUT_MS: integer({
    description: 'how long a request may take once it is its turn, in milliseconds',
    fallback: '10000',
    minimum: 100,
    maximum: 300_000,
  }),
  ...admissionVariables,
  MAX_WRITTEN_MB_PER_DAY: integer({
    description:
      'megabytes an integration may write per day (UTC), counted as the values that services send to their databases; further writes get 429, as do dry runs beyond as much again; 0: unlimited',
    fallback: String(DEFAULT_BYTES_PER_DAY / MEGABYTE),
    minimum: 0,
    maximum: 1_000_000,
  }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    description: 'lowest level that is logged',
    fallback: 'info',
  }),
  LOG_REQUESTS: oneOf(['0', '1'], { description: '1: log one line per request', fallback: '1' }),
  ...tracingVariables,
};

/** The configuration of a gateway that the variables name. */
export function gatewayConfigOf(
  config: Omit<Values<typeof gatewayVariables>, 'LOG_LEVEL'> & { readonly CONSOLE_URL?: string | undefined },
): GatewayConfig {
  return {
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL,
    consoleUrl: config.CONSOLE_URL,
    errorsBaseUrl: config.ERRORS_BASE_URL,
    cursorKeys: config.CURSOR_KEYS,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    admission: admissionLimitsOf(config),
    writtenBytesPerDay: config.MAX_WRITTEN_MB_PER_DAY * MEGABYTE,
    logRequests: config.LOG_REQUESTS === '1',
  };
}

/** The gateway's variables when it runs as a separate process. */
export const gatewayProcessVariables = {
  ...gatewayVariables,
  CONSOLE_URL: optional(
    url(['http', 'https'], {
      description:
        'public URL of the console, to which “Sign in” of the documentation leads; without it, that is a 404',
    }),
  ),
  RATE_LIMIT_TIMEOUT_MS: integer({
    description:
      'how long a request waits for the count that all gateways share, in milliseconds; after that its gateway counts on its own',
    fallback: '80',
    minimum: 10,
    maximum: 10_000,
  }),
};

/** All variables of a separate gateway process: also the addresses of NATS and the services, TLS and metrics. */
export function gatewayProcessVariablesFor(environment: Environment) {
  return {
    ...gatewayProcessVariables,
    ...natsVariablesFor(environment),
    ...peerVariables(GATEWAY_PEERS),
    ...tlsVariables,
    ...metricsVariables,
  };
}
