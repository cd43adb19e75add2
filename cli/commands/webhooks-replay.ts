import type { Command } from 'commander';
import { DeliveryService } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { instantOf } from '../instant-of.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { numberOf, webhooksCommand } from '../webhooks/webhooks-command.ts';

interface Options extends OfInstitution {
  readonly from?: string;
  readonly to?: string;
  readonly since?: string;
  readonly until?: string;
}

export function webhooksReplayCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'replay',
    'Sends events of the feed to a webhook endpoint again, in order, at most 10,000.',
    'ENDPOINT --since 2h',
  )
    .argument('<endpoint>', 'the id of the endpoint')
    .option('--from <sequence>', 'the first event, by its position in the feed')
    .option('--to <sequence>', 'the last event; by default the end of the feed')
    .option('--since <time>', 'only events from this time on: 2026-10-05T08:00:00Z, or an age: 90s, 15m, 2h, 7d')
    .option('--until <time>', 'only events before this time')
    .action(async (endpointId: string, { from, to, since, until, ...options }: Options) => {
      if (from === undefined && since === undefined) throw new CommandFailure('Give --from or --since.');
      const request = {
        endpointId,
        fromSequence: BigInt(from === undefined ? 0 : numberOf(from, 'from')),
        ...(to !== undefined && { toSequence: BigInt(numberOf(to, 'to')) }),
        ...(since !== undefined && { from: instantOf(since, '--since') }),
        ...(until !== undefined && { to: instantOf(until, '--until') }),
      };
      const { deliveries } = await connected(async (connection) =>
        (await callOf(connection, options))(DeliveryService.method.replayEvents, request),
      );
      if (options.json) terminal.printJson({ deliveries });
      else terminal.print(`${endpointId}: ${deliveries} deliveries`);
    });
}
