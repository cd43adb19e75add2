import { consoleVariables } from '../console/config.ts';
import { databaseVariables } from '../deploy/installation/database-urls.ts';
import { services } from '../deploy/installation/services.ts';
import { gatewayVariables } from '../gateway/config.ts';
import { IDENTITY_KEYS, oidcVariables } from '../platform/calls/identity/identity-variables.ts';
import { type Environment, readConfig, type Values, type Variables } from '../platform/core/config/config.ts';
import { integer, optional, port, text } from '../platform/core/config/variables.ts';
import { metricsVariables } from '../platform/observability/metrics/metrics-server.ts';
import { maxCallsInFlight } from '../platform/process/load/call-slots.ts';
import { activityVariables } from '../services/activity/config.ts';
import { identityVariables } from '../services/identity/config.ts';
import { webhooksVariables } from '../services/webhooks/config.ts';

/** The environment variables of the platform in one process: the gateway's and its own. */
export const systemVariables = {
  ...gatewayVariables,
  ...consoleVariables,
  NODE_ENV: text({
    description: 'production: no embedded database, no demo institution, JSON logs',
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
  DATA_DIR: text({ description: 'directory of the embedded PostgreSQL and of development keys', fallback: '.data' }),
  CURSOR_KEYS: optional(gatewayVariables.CURSOR_KEYS),
  IDENTITY_KEYS: optional(IDENTITY_KEYS),
  ...oidcVariables,
  ...webhooksVariables,
  ...identityVariables,
  ...activityVariables,
  IDENTITY_SECRET_KEYS: optional(identityVariables.IDENTITY_SECRET_KEYS),
  WEBHOOKS_SECRET_KEYS: optional(webhooksVariables.WEBHOOKS_SECRET_KEYS),
  MAX_CALLS_IN_FLIGHT: maxCallsInFlight,
  DATABASE_CONNECTIONS: integer({
    description: 'maximum number of database connections of each service',
    fallback: '8',
    minimum: 1,
    maximum: 200,
  }),
};

export type SystemConfig = Values<typeof systemVariables>;

/**
 * All variables of the platform in one process. In production, keys and databases are required, because none are
 * created.
 */
export function systemVariablesFor(environment: Environment): typeof systemVariables & Variables {
  const production = environment.NODE_ENV === 'production';
  const names = services.map(({ name }) => name);
  const databases = databaseVariables(names, { environment, required: production });
  if (!production) return { ...systemVariables, ...databases };
  const { CURSOR_KEYS } = gatewayVariables;
  const { IDENTITY_SECRET_KEYS } = identityVariables;
  const { WEBHOOKS_SECRET_KEYS } = webhooksVariables;
  const keys = { CURSOR_KEYS, IDENTITY_KEYS, IDENTITY_SECRET_KEYS, WEBHOOKS_SECRET_KEYS } as Partial<
    typeof systemVariables
  >;
  return { ...systemVariables, ...keys, ...databases };
}

/** Reads and checks the configuration; throws a ConfigError that names everything missing or invalid. */
export function readSystemConfig(environment: Environment): SystemConfig {
  return readConfig(systemVariablesFor(environment), environment);
}
