import {
  configuredDatabase,
  configuredDirectUrl,
  type DatabaseAddress,
  directVariableOf,
} from '../deploy/installation/database-urls.ts';
import { services } from '../deploy/installation/services.ts';
import type { Environment } from '../platform/core/config/config.ts';
import { ensureOwnDatabase } from '../platform/data/ensure-databases.ts';

/**
 * The databases that the environment names, by service. Creates missing ones, if their users may do so.
 * @throws {StartError} if one cannot be used
 */
export async function configuredDatabases(environment: Environment): Promise<ReadonlyMap<string, DatabaseAddress>> {
  const configured = new Map<string, DatabaseAddress>();
  for (const { name } of services) {
    const address = configuredDatabase(name, environment);
    const url = configuredDirectUrl(name, environment);
    if (address === undefined || url === undefined) continue;
    await ensureOwnDatabase(url, directVariableOf(name, environment));
    configured.set(name, address);
  }
  return configured;
}
