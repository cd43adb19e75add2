import { type Environment, readConfig, type Values } from '../../platform/core/config/config.ts';
import { text, url } from '../../platform/core/config/variables.ts';

/** The variables with the URL of the API and the credentials. */
export const apiVariables = {
  LYCEUM_URL: url(['http', 'https'], { description: 'URL of the gateway', fallback: 'http://localhost:8080' }),
  LYCEUM_CLIENT_ID: text({ description: 'clientId of the integration' }),
  LYCEUM_CLIENT_SECRET: text({ description: 'clientSecret of the integration', secret: true }),
};

/** The URL of the API and the credentials. */
export interface ApiConfig {
  /** Ends with `/api/v4`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Reads the configuration. Options of the command line, keyed by variable, override the environment. Throws a
 * ConfigError.
 */
export function readApiConfig(
  environment: Environment,
  options: Readonly<Partial<Record<'LYCEUM_URL' | 'LYCEUM_CLIENT_ID', string>>>,
): ApiConfig {
  const values: Values<typeof apiVariables> = readConfig(apiVariables, { ...environment, ...options });
  return {
    url: `${values.LYCEUM_URL.replace(/\/api\/v4$/, '')}/api/v4`,
    clientId: values.LYCEUM_CLIENT_ID,
    clientSecret: values.LYCEUM_CLIENT_SECRET,
  };
}
