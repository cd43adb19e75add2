import { Command } from 'commander';
import { readConfig } from '../../platform/core/config/config.ts';
import { natsAddressVariables, natsLimitVariables, streamLimitsOf } from '../../platform/events/nats/nats-variables.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

export function natsProvisionCommand({ terminal, environment }: CliContext): Command {
  return new Command('provision')
    .description('Creates or updates the event stream, its consumers and the buckets that gateways share.')
    .addHelpText('after', HELP)
    .action(async () => {
      // Loaded here: loading all services takes longer than most commands run.
      const [{ natsUsers }, { provisionNats }] = await Promise.all([
        import('../../deploy/installation/nats-users.ts'),
        import('../../deploy/nats/provision.ts'),
      ]);
      const variables = { ...natsAddressVariables, ...natsLimitVariables };
      const { NATS_URL: url, NATS_TLS_CA: ca, ...limits } = readConfig(variables, environment);
      if (url === undefined)
        throw new CommandFailure(
          'NATS_URL is missing: set it to the address of NATS, nats://admin:password@host:4222.',
        );
      const options = { address: { url, ca }, users: natsUsers, limits: streamLimitsOf(limits) };
      const notes = await provisionNats(options).catch((error: Error) => {
        throw new CommandFailure(`NATS could not be provisioned: ${error.message}`);
      });
      for (const note of notes) terminal.note(note);
      terminal.print('up to date');
    });
}

const HELP = `
Run this before you roll out a release, as the NATS administrator. You can
repeat it at any time. Processes that start earlier wait for it.

Environment:
  NATS_URL           address of NATS, with the administrator's password
  NATS_TLS_CA        certificate authority to trust, if not a public one
                     (or read from files: NATS_URL_FILE, NATS_TLS_CA_FILE)
  NATS_REPLICAS      servers that store each event and each count (1)
  NATS_EVENTS_DAYS   days to keep events (7)
  NATS_EVENTS_BYTES  maximum size of all events (-1: the server's limit)

Example:
  export NATS_URL=tls://admin:password@nats.internal:4222
  NATS_REPLICAS=3 lyceum nats provision`;
