import type { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { printSecret, requireSecretShown } from '../webhooks/print-endpoints.ts';
import { callOf, type OfInstitution, webhooksCommand } from '../webhooks/webhooks-command.ts';

interface Options extends OfInstitution {
  readonly types?: string;
  readonly description?: string;
}

export function webhooksCreateCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'create',
    'Creates a webhook endpoint, and shows its secret this once.',
    'https://campus.example/hooks',
  )
    .argument('<url>', 'where events are posted to')
    .option('--types <names>', 'only these types of events, separated by commas')
    .option('--description <text>', 'for people')
    .action(async (url: string, { types, description, ...options }: Options) => {
      requireSecretShown(terminal, options.json);
      const { endpoint, secret } = await connected(async (connection) =>
        (await callOf(connection, options))(EndpointService.method.createEndpoint, {
          url,
          types: types?.split(',') ?? [],
          ...(description === undefined ? {} : { description }),
        }),
      );
      printSecret(terminal, options.json, present(endpoint, 'endpoint'), secret);
    });
}
