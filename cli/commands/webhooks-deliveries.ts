import type { Command } from 'commander';
import { DeliveryService } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { printDeliveries } from '../webhooks/print-deliveries.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

/** The largest page. */
const SHOWN = 100;

interface Options extends OfInstitution {
  readonly status?: string;
}

export function webhooksDeliveriesCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'deliveries',
    `Lists the last ${SHOWN} deliveries to a webhook endpoint, newest first.`,
    'ENDPOINT',
  )
    .argument('<endpoint>', 'the id of the endpoint')
    .option('--status <status>', 'only deliveries with this status: pending, succeeded, failed or cancelled')
    .action(async (endpointId: string, { status, ...options }: Options) => {
      const { deliveries } = await connected(async (connection) =>
        (await callOf(connection, options))(DeliveryService.method.listDeliveries, {
          endpointId,
          page: { size: SHOWN },
          ...(status === undefined ? {} : { status }),
        }),
      );
      printDeliveries(terminal, options.json, deliveries);
    });
}
