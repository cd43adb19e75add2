import { services } from '../deploy/installation/services.ts';
import { present } from '../platform/core/present.ts';
import type { ServiceDefinition } from '../platform/process/service-definition.ts';
import { serviceOfDatabase } from './service-databases.ts';

/** The definition of the service that a database is of, on whatever server. Takes a while to load. */
export function definitionOf(database: string): ServiceDefinition {
  const service = serviceOfDatabase(database);
  return present(
    services.find(({ name }) => name === service),
    service,
  );
}
