import { toBinary } from '@bufbuild/protobuf';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { insertRows } from '../../../libraries/typed-sql/index.ts';
import { currentCallOptions } from '../../core/call-scope.ts';
import type { DomainEvent, EventActor } from '../../core/event.ts';
import type { Ids } from '../../core/ids.ts';
import { toInstantText } from '../../core/instant.ts';
import { headersOf } from '../../core/spans.ts';
import { outbox } from '../platform-tables.ts';

interface NewEvents {
  /** The institution of events that do not name one; null for events of the platform itself. */
  readonly institutionId: string | null;
  readonly actor: EventActor;
  readonly now: number;
  readonly requestId: string;
  readonly events: readonly DomainEvent[];
}

/**
 * Writes events, with their trace, in the transaction of their change: one statement, whatever their number. The relay
 * delivers them after the commit.
 */
export function appendToOutbox(
  tx: Tx,
  { ids }: { readonly ids: Ids },
  { institutionId, actor, now, requestId, events }: NewEvents,
): void {
  const span = currentCallOptions()?.span;
  const shared = {
    ...actor,
    requestId,
    occurredAt: toInstantText(now),
    traceparent: (span && headersOf(span).traceparent) ?? null,
  };
  tx.write(APPEND, {
    rows: events.map(({ schema, aggregateId, payload, resourceId = null, changed = [], ...own }) => ({
      ...shared,
      id: ids.newId(),
      institutionId: own.institutionId ?? institutionId,
      type: schema.typeName,
      aggregateId,
      resourceId,
      changed: changed.length === 0 ? null : changed,
      payload: Buffer.from(toBinary(schema, payload)),
    })),
  });
}

const APPEND = insertRows(outbox, {
  shared: [],
  leave: ['sequence', 'publishedAt'],
  // One statement for the events of all commands that share a transaction.
  isLast: true,
});
