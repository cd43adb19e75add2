import { consoleProcessVariables, consoleVariables } from '../console/config.ts';
import { databaseVariables } from '../deploy/installation/database-urls.ts';
import { services } from '../deploy/installation/services.ts';
import { gatewayVariables } from '../gateway/config.ts';
import { IDENTITY_KEYS, oidcVariables } from '../platform/calls/identity/identity-variables.ts';
import { type Environment, readConfig, type Values, type Variables } from '../platform/core/config/config.ts';
import { integer, port, text } from '../platform/core/config/variables.ts';
import { metricsVariables } from '../platform/observability/metrics/metrics-server.ts';
import { journalVariables, journalVariablesFor } from '../platform/process/erasure/open-journal.ts';
import { maxCallsInFlight } from '../platform/process/load/call-slots.ts';
import { activityVariables } from '../services/activity/config.ts';
import { directoryVariables } from '../services/directory/config.ts';
import { identityVariables } from '../services/identity/config.ts';
import { webhooksVariables } from '../services/webhooks/config.ts';

/**
 * The environment variables of the platform in one process, except its databases: those of the gateway, the console and
 * the services. It listens on the loopback address: a web server in front of it has the certificate.
 */
export const lyceumVariables = {
  ...gatewayVariables,
  ...consoleVariables,
  PUBLIC_URL: consoleProcessVariables.PUBLIC_URL,
  NODE_ENV: text({
    description: 'production: JSON logs; no reflection, no explanations for callers without credentials',
    fallback: 'development',
  }),
  HOST: { ...gatewayVariables.HOST, fallback: '127.0.0.1' },
  ...metricsVariables,
  METRICS_HOST: { ...metricsVariables.METRICS_HOST, fallback: '127.0.0.1' },
  GRPC_PORT: port({ description: 'loopback port on which all services serve gRPC', fallback: '9090' }),
  CONNECT_PORT: port({
    description: 'loopback port on which all services serve Connect and gRPC-Web',
    fallback: '9190',
  }),
  ...journalVariables,
  IDENTITY_KEYS,
  ...oidcVariables,
  ...webhooksVariables,
  ...identityVariables,
  ...activityVariables,
  ...directoryVariables,
  MAX_CALLS_IN_FLIGHT: maxCallsInFlight,
  DATABASE_CONNECTIONS: integer({
    description: 'maximum number of database connections of each service',
    fallback: '8',
    minimum: 1,
    maximum: 200,
  }),
};

export type LyceumConfig = Values<typeof lyceumVariables>;

/** All variables of the platform in one process. */
export function lyceumVariablesFor(environment: Environment): typeof lyceumVariables & Variables {
  const names = services.map(({ name }) => name);
  const journal = journalVariablesFor(environment);
  return { ...lyceumVariables, ...journal, ...databaseVariables(names, { environment, required: true }) };
}

/** Reads and checks the configuration; throws a ConfigError that names everything missing or invalid. */
export function readLyceumConfig(environment: Environment): LyceumConfig {
  return readConfig(lyceumVariablesFor(environment), environment);
}
