import type { Command } from 'commander';
import { DeliveryService } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { printDelivery } from '../webhooks/print-deliveries.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

export function webhooksTestCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('test', 'Sends a webhook.test event to a webhook endpoint.', 'ENDPOINT')
    .argument('<endpoint>', 'the id of the endpoint')
    .action(async (endpointId: string, options: OfInstitution) => {
      const { delivery } = await connected(async (connection) =>
        (await callOf(connection, options))(DeliveryService.method.sendTestEvent, { endpointId }),
      );
      printDelivery(terminal, options.json, delivery);
    });
}
