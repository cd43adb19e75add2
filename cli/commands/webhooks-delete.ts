import type { Command } from 'commander';
import { EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

export function webhooksDeleteCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('delete', 'Deletes a webhook endpoint and cancels its pending deliveries.', 'ENDPOINT')
    .argument('<endpoint>', 'the id of the endpoint')
    .action(async (id: string, options: OfInstitution) => {
      await connected(async (connection) =>
        (await callOf(connection, options))(EndpointService.method.deleteEndpoint, { id, precondition: { any: true } }),
      );
      if (options.json) terminal.printJson({ id });
      else terminal.print(`${id}: deleted`);
    });
}
