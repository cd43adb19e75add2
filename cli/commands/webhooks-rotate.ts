import type { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { printSecret, requireSecretShown } from '../webhooks/print-endpoints.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

export function webhooksRotateCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'rotate',
    'Gives a webhook endpoint a new secret; the old one keeps signing for 24 hours. Three sign at most.',
    'ENDPOINT',
  )
    .argument('<endpoint>', 'the id of the endpoint')
    .action(async (id: string, options: OfInstitution) => {
      requireSecretShown(terminal, options.json);
      const { endpoint, secret } = await connected(async (connection) =>
        (await callOf(connection, options))(EndpointService.method.rotateEndpointSecret, { id }),
      );
      printSecret(terminal, options.json, present(endpoint, 'endpoint'), secret);
    });
}
