import { present } from '../../platform/core/present.ts';
import type { Delivery } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Prints deliveries as a table or as a JSON array. */
export function printDeliveries(terminal: Terminal, json: true | undefined, deliveries: readonly Delivery[]): void {
  if (json) terminal.printJson(deliveries.map(viewOf));
  else
    terminal.printTable(
      ['ID', 'STATUS', 'TYPE', 'EVENT', 'CREATED', 'NEXT ATTEMPT'],
      deliveries.map(({ id, status, eventType, eventId, createdAt, nextAttemptAt = '-' }) => [
        ...[id, status, eventType, eventId, createdAt, nextAttemptAt],
      ]),
    );
}

/** Prints the delivery of a response. */
export function printDelivery(terminal: Terminal, json: true | undefined, delivery: Delivery | undefined): void {
  const shown = present(delivery, 'delivery');
  if (json) terminal.printJson(viewOf(shown));
  else printDeliveries(terminal, json, [shown]);
}

function viewOf(delivery: Delivery) {
  const { id, endpointId, eventId, eventType, status, nextAttemptAt = null, createdAt, updatedAt } = delivery;
  return { id, endpointId, eventId, eventType, status, nextAttemptAt, createdAt, updatedAt };
}
