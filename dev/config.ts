import { resolve } from 'node:path';
import { databaseVariables } from '../deploy/installation/database-urls.ts';
import { services } from '../deploy/installation/services.ts';
import { gatewayVariables } from '../gateway/config.ts';
import { lyceumVariables } from '../one-process/config.ts';
import {
  type Environment,
  readConfig,
  type Values,
  type Variable,
  type Variables,
} from '../platform/core/config/config.ts';
import { optional, text } from '../platform/core/config/variables.ts';

/** The environment variables of a development system: those of one process, and its data directory. */
export const developmentVariables = {
  ...lyceumVariables,
  PUBLIC_URL: gatewayVariables.PUBLIC_URL,
  NODE_ENV: {
    description: 'anything but production',
    fallback: 'development',
    allowed: 'text',
    parse(value) {
      if (value === 'production') throw new Error('must not be production: `node one-process/main.ts` is for that');
      return value;
    },
  } as Variable<string>,
  DATA_DIR: text({ description: 'directory of the embedded PostgreSQL and of development keys', fallback: '.data' }),
  CURSOR_KEYS: optional(lyceumVariables.CURSOR_KEYS),
  IDENTITY_KEYS: optional(lyceumVariables.IDENTITY_KEYS),
  IDENTITY_SECRET_KEYS: optional(lyceumVariables.IDENTITY_SECRET_KEYS),
  WEBHOOKS_SECRET_KEYS: optional(lyceumVariables.WEBHOOKS_SECRET_KEYS),
};

export type DevelopmentConfig = Values<typeof developmentVariables>;

/** The lines that set the variables whose values differ from the command line's defaults. */
export function exportsOf(variables: Readonly<Record<string, string>>): string[] {
  const { PORT, GRPC_PORT, DATA_DIR } = developmentVariables;
  const usual: Readonly<Record<string, string | undefined>> = {
    PORT: PORT.fallback,
    GRPC_PORT: GRPC_PORT.fallback,
    DATA_DIR: resolve(DATA_DIR.fallback ?? ''),
  };
  return Object.entries(variables)
    .filter(([name, value]) => value !== usual[name])
    .map(([name, value]) => `  export ${name}=${value}`);
}

/** All variables of a development system, whose keys and databases are created unless they are given. */
export function developmentVariablesFor(environment: Environment): typeof developmentVariables & Variables {
  const names = services.map(({ name }) => name);
  return { ...developmentVariables, ...databaseVariables(names, { environment, required: false }) };
}

/** Reads and checks the configuration; throws a ConfigError that names everything missing or invalid. */
export function readDevelopmentConfig(environment: Environment): DevelopmentConfig {
  return readConfig(developmentVariablesFor(environment), environment);
}
