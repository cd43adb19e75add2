import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import type { OfInstitution } from '../of-institution.ts';
import { changeEndpoint } from '../webhooks/change-endpoint.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

interface Options extends OfInstitution {
  readonly url?: string;
  readonly types?: string;
  readonly description?: string;
}

export function webhooksUpdateCommand(context: CliContext): Command {
  return webhooksCommand('update', 'Changes a webhook endpoint.', 'ENDPOINT', '--types user.created')
    .argument('<endpoint>', 'the id of the endpoint')
    .option('--url <url>', 'URL that events are posted to')
    .option('--types <names>', 'only these event types, separated by commas; "" for all')
    .option('--description <text>', 'description, for display; "" for none')
    .action(async (id: string, { url, types, description, ...options }: Options) => {
      if (url === undefined && types === undefined && description === undefined)
        throw new CommandFailure('Give --url, --types or --description.');
      await changeEndpoint(context, options, id, {
        ...(url !== undefined && { url }),
        ...(types !== undefined && { types: types.split(',').filter((type) => type !== '') }),
        ...(description !== undefined && { description: description || null }),
      });
    });
}
