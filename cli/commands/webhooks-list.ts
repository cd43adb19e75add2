import type { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { type Endpoint, EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { endpointView, printEndpoints } from '../webhooks/print-endpoints.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

/** The most endpoints that an institution can have. */
const ALL = 100;

export function webhooksListCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('list', 'Lists the webhook endpoints of an institution by creation.').action(
    async (options: OfInstitution) => {
      const endpoints: Endpoint[] = await connected(async (connection) => {
        const call = await callOf(connection, options);
        return (await call(EndpointService.method.listEndpoints, { page: { size: ALL } })).endpoints;
      });
      if (options.json) terminal.printJson(endpoints.map((each) => endpointView(present(each, 'endpoint'))));
      else printEndpoints(terminal, endpoints);
    },
  );
}
