import type { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { printSecret, requireSecretShown } from '../webhooks/print-endpoints.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

interface Options extends OfInstitution {
  readonly types?: string;
  readonly description?: string;
}

export function webhooksCreateCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'create',
    'Creates a webhook endpoint and prints its secret. The secret is shown only once.',
    'https://campus.example/hooks',
  )
    .argument('<url>', 'URL that events are posted to')
    .option('--types <names>', 'only these event types, separated by commas')
    .option('--description <text>', 'description, for display')
    .action(async (url: string, { types, description, ...options }: Options) => {
      requireSecretShown(terminal, options.json);
      const { endpoint, secret } = await connected(async (connection) =>
        (await callOf(connection, options))(EndpointService.method.createEndpoint, {
          endpoint: {
            url,
            types: types?.split(',') ?? [],
            isEnabled: true,
            ...(description === undefined ? {} : { description }),
          },
        }),
      );
      printSecret(terminal, options.json, present(endpoint, 'endpoint'), secret);
    });
}
