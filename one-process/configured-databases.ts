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
import { FIRST_SERVER, nameAt } from '../platform/data/placements.ts';
import { placesOf } from './placed-services.ts';

/**
 * The databases that the environment names, by service. Creates missing ones, if their users may do so.
 * @throws {StartError} if one on the first server cannot be used
 */
export async function configuredDatabases(environment: Environment): Promise<ReadonlyMap<string, DatabaseAddress>> {
  const configured = new Map<string, DatabaseAddress>();
  const servers = configuredServers(environment);
  for (const { definition, server } of placesOf(services, servers)) {
    const name = nameAt(definition.name, server);
    const address = configuredDatabase(name, environment);
    const url = configuredDirectUrl(name, environment);
    if (address === undefined || url === undefined) continue;
    // The others do not wait for another server that is away.
    const isNeeded = (error: unknown) => {
      if (server === FIRST_SERVER) throw error;
    };
    await ensureOwnDatabase(url, directVariableOf(name, environment)).catch(isNeeded);
    configured.set(name, address);
  }
  return configured;
}
