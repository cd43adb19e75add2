import type { Command } from 'commander';
import { DeliveryService } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { printDelivery } from '../webhooks/print-deliveries.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

export function webhooksRedeliverCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('redeliver', 'Sends a delivery again, whatever its status.', 'ENDPOINT DELIVERY')
    .argument('<endpoint>', 'the id of the endpoint')
    .argument('<delivery>', 'the id of the delivery')
    .action(async (endpointId: string, id: string, options: OfInstitution) => {
      const { delivery } = await connected(async (connection) =>
        (await callOf(connection, options))(DeliveryService.method.redeliver, { endpointId, id }),
      );
      printDelivery(terminal, options.json, delivery);
    });
}
