import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { handOver, type SecretDestination, withSecretOptions } from '../credentials.ts';
import { CommandFailure } from '../failure.ts';
import { spanOf } from '../span-of.ts';

export function integrationsRotateCommand({ terminal, connected }: CliContext): Command {
  const command = new Command('rotate')
    .description(
      'Adds a secret, or a token of a directory sync, shown only once. The old ones stay valid: three at most.',
    )
    .argument('<clientId>', 'the client id of the integration')
    .option(
      '--keep-old <time>',
      'how long the secret that is replaced stays valid: 0s, 1h, 24h, 7d; without it, until you end it',
    )
    .addHelpText(
      'after',
      '\nRotate, give the new secret to the client, then end the old one with\nend-secret; with --keep-old it ends by itself.',
    )
    .addHelpText('after', '\nExample:\n  lyceum integrations rotate CLIENT_ID')
    .action((clientId: string, { keepOld, ...destination }: SecretDestination & { readonly keepOld?: string }) =>
      handOver(terminal, destination, async () => {
        const { integration, clientSecret } = await connected((connection) =>
          connection.callFor(null)(IntegrationService.method.rotateIntegrationSecret, {
            clientId,
            ...(keepOld === undefined ? {} : { keepFormerSeconds: secondsOf(keepOld) }),
          }),
        );
        return integration?.isDirectorySync
          ? { clientId, bearerToken: `${clientId}.${clientSecret}` }
          : { clientId, clientSecret };
      }),
    );
  return withSecretOptions(command);
}

function secondsOf(text: string): number {
  const span = spanOf(text);
  if (span === null) throw new CommandFailure('--keep-old must be a number and a unit: 0s, 1h, 24h, 7d.');
  return span / 1_000;
}
