import { maskOf, resourceIn } from '../../platform/core/json-resource.ts';
import { present } from '../../platform/core/present.ts';
import { EndpointSchema, EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { endpointView, printEndpoints } from './print-endpoints.ts';

/**
 * Changes an endpoint, whatever its revision, and prints it.
 * @param change as the body of `PATCH /webhook-endpoints/{id}`
 */
export async function changeEndpoint(
  { terminal, connected }: CliContext,
  options: OfInstitution,
  id: string,
  change: object,
): Promise<void> {
  const { endpoint } = await connected(async (connection) =>
    (await callOf(connection, options))(EndpointService.method.updateEndpoint, {
      id,
      precondition: { any: true },
      endpoint: resourceIn(EndpointSchema, change),
      updateMask: maskOf(EndpointSchema, change),
    }),
  );
  const changed = present(endpoint, 'endpoint');
  if (options.json) terminal.printJson(endpointView(changed));
  else printEndpoints(terminal, [changed]);
}
