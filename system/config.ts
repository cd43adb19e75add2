import { parseCursorKeys } from '../gateway/cursor/cursor-keys.ts';
import { type Environment, readConfig, type Values } from '../services/chassis/config/config.ts';
import { integer, oneOf, optional, port, text, url } from '../services/chassis/config/variables.ts';

/** What the platform in one process reads from its environment. */
export const systemVariables = {
  NODE_ENV: text({
    description: 'production: no embedded database, no demo institution, JSON logs',
    fallback: 'development',
  }),
  HOST: text({ description: 'address that the gateway listens on', fallback: '127.0.0.1' }),
  PORT: port({ description: 'port of the gateway', fallback: '8080' }),
  GRPC_PORT: port({ description: 'loopback port on which all services answer gRPC', fallback: '9090' }),
  DATA_DIR: text({ description: 'folder of the embedded PostgreSQL and of development keys', fallback: '.data' }),
  DATABASE_URL: optional(
    url(['postgres', 'postgresql'], {
      description:
        'a PostgreSQL server to use instead of the embedded one; each service has its database lyceum_<service> there',
      secret: true,
    }),
  ),
  PUBLIC_URL: optional(url(['http', 'https'], { description: 'address under which clients reach the gateway' })),
  ERRORS_BASE_URL: optional(
    url(['http', 'https'], { description: 'what problem types begin with; default PUBLIC_URL/errors' }),
  ),
  CURSOR_KEYS: {
    ...optional({
      description:
        'keys that sign cursors, id:base64url of 32 bytes or more, comma-separated, the signing one first; required in production',
      parse: parseCursorKeys,
    }),
    secret: true,
  },
  REQUEST_TIMEOUT_MS: integer({
    description: 'longest time for a request, in milliseconds',
    fallback: '10000',
    minimum: 100,
    maximum: 300_000,
  }),
  DATABASE_CONNECTIONS: integer({
    description: 'connections per service at most',
    fallback: '8',
    minimum: 1,
    maximum: 200,
  }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    description: 'least level that is logged',
    fallback: 'info',
  }),
};

export type SystemConfig = Values<typeof systemVariables>;

/** Reads and checks the configuration; throws a ConfigError that names everything that is missing or wrong. */
export function readSystemConfig(environment: Environment): SystemConfig {
  const production = environment.NODE_ENV === 'production';
  return readConfig(
    production
      ? { ...systemVariables, CURSOR_KEYS: { ...systemVariables.CURSOR_KEYS, fallback: undefined } }
      : systemVariables,
    environment,
  ) as SystemConfig;
}
