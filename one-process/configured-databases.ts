import {
  configuredDatabase,
  configuredDirectUrl,
  configuredServers,
  type DatabaseAddress,
  directVariableOf,
} from '../deploy/installation/database-urls.ts';
import { services } from '../deploy/installation/services.ts';
import type { Environment } from '../platform/core/config/config.ts';
import { ensureOwnDatabase } from '../platform/data/ensure-databases.ts';
import { nameAt } from '../platform/data/placements.ts';
import { placesOf } from './placed-services.ts';

/**
 * The databases that the environment names, by service. Creates missing ones, if their users may do so.
 * @throws {StartError} if one cannot be used
 */
export async function configuredDatabases(environment: Environment): Promise<ReadonlyMap<string, DatabaseAddress>> {
  const configured = new Map<string, DatabaseAddress>();
  const servers = configuredServers(environment);
  for (const { definition, server } of placesOf(services, servers)) {
    const name = nameAt(definition.name, server);
    const address = configuredDatabase(name, environment);
    const url = configuredDirectUrl(name, environment);
    if (address === undefined || url === undefined) continue;
    await ensureOwnDatabase(url, directVariableOf(name, environment));
    configured.set(name, address);
  }
  return configured;
}
