import { Command } from 'commander';
import { readConfig } from '../../platform/core/config/config.ts';
import { natsAddressVariables, natsLimitVariables, streamLimitsOf } from '../../platform/events/nats/nats-variables.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

export function natsProvisionCommand({ terminal, environment }: CliContext): Command {
  return new Command('provision')
    .description(
      'Makes the stream of events, its consumers and the buckets that gateways share, or changes them to what they should be.',
    )
    .addHelpText('after', HELP)
    .action(async () => {
      // Only here: loading all services takes longer than most commands run.
      const [{ natsUsers }, { provisionNats }] = await Promise.all([
        import('../../installation/nats-users.ts'),
        import('../../platform/events/nats/provision.ts'),
      ]);
      const variables = { ...natsAddressVariables, ...natsLimitVariables };
      const { NATS_URL: url, NATS_TLS_CA: ca, ...limits } = readConfig(variables, environment);
      if (url === undefined)
        throw new CommandFailure('NATS_URL is missing: where NATS is, nats://admin:password@host:4222.');
      await provisionNats({ address: { url, ca }, users: natsUsers, limits: streamLimitsOf(limits) }).catch(
        (error: Error) => {
          throw new CommandFailure(`NATS could not be provisioned: ${error.message}`);
        },
      );
      terminal.print('up to date');
    });
}

const HELP = `
Only the administrator may do so. Processes wait for it, in any order, and it
may be done again at any time. Run it before a release is rolled out.

Environment:
  NATS_URL           where NATS is, with the administrator's password
  NATS_TLS_CA        whose certificates are trusted, if not everybody's
                     (or files: NATS_URL_FILE, NATS_TLS_CA_FILE)
  NATS_REPLICAS      servers that keep each event and each count (1)
  NATS_EVENTS_DAYS   days that events are kept (7)
  NATS_EVENTS_BYTES  bytes that events may take (-1: what the server allows)

Example:
  export NATS_URL=tls://admin:password@nats.internal:4222
  NATS_REPLICAS=3 lyceum nats provision`;
