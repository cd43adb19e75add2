import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { OfInstitution } from '../of-institution.ts';
import { changeEndpoint } from '../webhooks/change-endpoint.ts';
import { webhooksCommand } from '../webhooks/webhooks-command.ts';

export function webhooksEnableCommand(context: CliContext): Command {
  return webhooksCommand('enable', 'Enables a webhook endpoint again; events that it missed are not sent.', 'ENDPOINT')
    .argument('<endpoint>', 'the id of the endpoint')
    .action((id: string, options: OfInstitution) => changeEndpoint(context, options, id, { isEnabled: true }));
}
