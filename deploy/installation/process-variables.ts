import { consoleProcessVariables } from '../../console/config.ts';
import { gatewayProcessVariablesFor } from '../../gateway/config.ts';
import type { Environment, Variables } from '../../platform/core/config/config.ts';
import { serviceVariablesFor } from '../../platform/process/process.ts';
import { databaseVariables } from './database-urls.ts';
import { services } from './services.ts';

/**
 * All variables that the gateway, the console and the services read, from the declarations that they themselves use.
 */
export function processVariables(environment: Environment): Variables {
  const names = services.map(({ name }) => name);
  return Object.assign(
    {},
    databaseVariables(names, { environment, required: false }),
    gatewayProcessVariablesFor(environment),
    consoleProcessVariables,
    ...services.map((service) => serviceVariablesFor(service, environment)),
  );
}
