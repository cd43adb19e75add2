import { gatewayProcessVariablesFor } from '../gateway/config.ts';
import type { Environment, Variables } from '../platform/core/config/config.ts';
import { serviceVariablesFor } from '../platform/process/process.ts';
import { databaseVariables } from './database-urls.ts';
import { services } from './services.ts';

/** Everything that the gateway and the services read in an environment, by the very declarations that they read it by. */
export function processVariables(environment: Environment): Variables {
  const names = services.map(({ name }) => name);
  return Object.assign(
    {},
    databaseVariables(names, { environment, required: false }),
    gatewayProcessVariablesFor(environment),
    ...services.map((service) => serviceVariablesFor(service, environment)),
  );
}
