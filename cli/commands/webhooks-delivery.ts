import type { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { DeliveryService } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { answerOf, deliveryView } from '../webhooks/print-deliveries.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

export function webhooksDeliveryCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('delivery', 'Shows the attempts of a delivery and what was answered.', 'ENDPOINT DELIVERY')
    .argument('<endpoint>', 'the id of the endpoint')
    .argument('<delivery>', 'the id of the delivery')
    .action(async (endpointId: string, id: string, options: OfInstitution) => {
      const { delivery, attempts } = await connected(async (connection) =>
        (await callOf(connection, options))(DeliveryService.method.getDelivery, { endpointId, id }),
      );
      if (options.json)
        terminal.printJson({
          ...deliveryView(present(delivery, 'delivery')),
          attempts: attempts.map(({ at, durationMs, status = null, error = null, response = null }) => ({
            ...{ at, durationMs, status, error, response },
          })),
        });
      else
        terminal.printTable(
          ['TIME', 'MS', 'ANSWER', 'RESPONSE'],
          attempts.map((each) => [each.at, String(each.durationMs), answerOf(each), each.response ?? '-']),
        );
    });
}
