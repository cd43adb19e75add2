import type { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { type Endpoint, EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { endpointView, printEndpoints } from '../webhooks/print-endpoints.ts';
import { callOf, type OfInstitution, webhooksCommand } from '../webhooks/webhooks-command.ts';

/** As many as an institution may have. */
const ALL = 100;

export function webhooksListCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'list',
    'Lists the webhook endpoints of an institution in the order of their creation.',
  ).action(async (options: OfInstitution) => {
    const endpoints: Endpoint[] = await connected(async (connection) => {
      const call = await callOf(connection, options);
      return (await call(EndpointService.method.listEndpoints, { page: { size: ALL } })).endpoints;
    });
    if (options.json) terminal.printJson(endpoints.map((each) => endpointView(present(each, 'endpoint'))));
    else printEndpoints(terminal, endpoints);
  });
}
