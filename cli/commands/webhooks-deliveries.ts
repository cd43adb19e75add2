import type { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { type Attempt, type Delivery, DeliveryService } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { instantOf } from '../option-values.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { numberOf, webhooksCommand } from './webhooks.ts';

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

export function webhooksDeliveryCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('delivery', 'Shows the attempts of a delivery and what was answered.', 'ENDPOINT DELIVERY')
    .argument('<endpoint>', 'the id of the endpoint')
    .argument('<delivery>', 'the id of the delivery')
    .action(async (endpointId: string, id: string, options: OfInstitution) => {
      const { delivery, attempts } = await connected(async (connection) =>
        (await callOf(connection, options))(DeliveryService.method.getDelivery, { endpointId, id }),
      );
      if (options.json)
        terminal.printJson({
          ...deliveryView(present(delivery, 'delivery')),
          attempts: attempts.map(({ at, durationMs, status = null, error = null, response = null }) => ({
            ...{ at, durationMs, status, error, response },
          })),
        });
      else
        terminal.printTable(
          ['TIME', 'MS', 'ANSWER', 'RESPONSE'],
          attempts.map((each) => [each.at, String(each.durationMs), answerOf(each), each.response ?? '-']),
        );
    });
}

export function webhooksRedeliverCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('redeliver', 'Sends a delivery again, whatever its status.', 'ENDPOINT DELIVERY')
    .argument('<endpoint>', 'the id of the endpoint')
    .argument('<delivery>', 'the id of the delivery')
    .action(async (endpointId: string, id: string, options: OfInstitution) => {
      const { delivery } = await connected(async (connection) =>
        (await callOf(connection, options))(DeliveryService.method.redeliver, { endpointId, id }),
      );
      printDelivery(terminal, options.json, delivery);
    });
}

interface Period extends OfInstitution {
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
    .action(async (endpointId: string, { from, to, since, until, ...options }: Period) => {
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

/** Prints deliveries as a table or as a JSON array. */
export function printDeliveries(terminal: Terminal, json: true | undefined, deliveries: readonly Delivery[]): void {
  if (json) terminal.printJson(deliveries.map(deliveryView));
  else
    terminal.printTable(
      ['ID', 'STATUS', 'TRIES', 'LAST ANSWER', 'TYPE', 'EVENT', 'CREATED', 'NEXT ATTEMPT'],
      deliveries.map(
        ({ id, status, attemptCount, lastAttempt, eventType, eventId, createdAt, nextAttemptAt = '-' }) => [
          ...[id, status, String(attemptCount), answerOf(lastAttempt), eventType, eventId, createdAt, nextAttemptAt],
        ],
      ),
    );
}

/** Prints the delivery of a response. */
export function printDelivery(terminal: Terminal, json: true | undefined, delivery: Delivery | undefined): void {
  const shown = present(delivery, 'delivery');
  if (json) terminal.printJson(deliveryView(shown));
  else printDeliveries(terminal, json, [shown]);
}

/** The status of an attempt's answer, and why it is not complete. */
export function answerOf(attempt: Attempt | undefined): string {
  return [attempt?.status, attempt?.error].filter((each) => each !== undefined).join(' ') || '-';
}

/** A delivery as `--json` prints it. */
export function deliveryView(delivery: Delivery) {
  const { id, endpointId, eventId, eventType, status, nextAttemptAt = null, createdAt, updatedAt } = delivery;
  const { attemptCount, lastAttempt } = delivery;
  return {
    ...{ id, endpointId, eventId, eventType, status, nextAttemptAt, attemptCount },
    lastAttempt: lastAttempt
      ? { at: lastAttempt.at, status: lastAttempt.status ?? null, error: lastAttempt.error ?? null }
      : null,
    ...{ createdAt, updatedAt },
  };
}

export function webhooksTestCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('test', 'Sends a webhook.test event to a webhook endpoint.', 'ENDPOINT')
    .argument('<endpoint>', 'the id of the endpoint')
    .action(async (endpointId: string, options: OfInstitution) => {
      const { delivery } = await connected(async (connection) =>
        (await callOf(connection, options))(DeliveryService.method.sendTestEvent, { endpointId }),
      );
      printDelivery(terminal, options.json, delivery);
    });
}
