import { present } from '../../platform/core/present.ts';
import type { Attempt, Delivery } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { Terminal } from '../terminal/terminal.ts';

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
