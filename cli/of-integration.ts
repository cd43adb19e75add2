import type { Call } from '../platform/calls/caller.ts';
import { isUuid } from '../platform/core/ids.ts';
import { type Integration, IntegrationService } from '../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { CommandFailure } from './failure.ts';

/** All integrations of the institution that the calls are for. */
export async function integrationsOf(call: Call): Promise<readonly Integration[]> {
  return (await call(IntegrationService.method.listIntegrations, {})).integrations;
}

/**
 * The id of an integration that `--integration` names by its id or client id. Throws a CommandFailure for an unknown
 * client id.
 */
export async function integrationIdOf(call: Call, named: string): Promise<string> {
  if (isUuid(named)) return named.toLowerCase();
  const found = (await integrationsOf(call)).find(({ clientId }) => clientId === named);
  if (found) return found.id;
  throw new CommandFailure(
    `--integration must be an id or client id that "lyceum integrations list" shows, not "${named}".`,
  );
}
