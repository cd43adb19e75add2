import { type Environment, readConfig } from '../platform/core/config/config.ts';
import { optional, url } from '../platform/core/config/variables.ts';
import { apiVariables } from './punch/api/api-config.ts';

/** The variable with the address of the console. */
export const consoleVariables = {
  CONSOLE_URL: optional(
    url(['http', 'https'], { description: 'URL of the console, as browsers use it; default: LYCEUM_URL/console' }),
  ),
};

/** The address of a one-time link. Throws a ConfigError. */
export function linkAddress(environment: Environment, code: string): string {
  const { LYCEUM_URL } = apiVariables;
  const { CONSOLE_URL, LYCEUM_URL: api } = readConfig({ ...consoleVariables, LYCEUM_URL }, environment);
  return `${CONSOLE_URL ?? `${api.replace(/\/api\/v4$/, '')}/console`}/link/${code}`;
}
