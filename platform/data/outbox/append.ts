import { toBinary } from '@bufbuild/protobuf';
import { currentCallOptions } from '../../core/call-scope.ts';
import type { DomainEvent, EventActor } from '../../core/event.ts';
import type { Ids } from '../../core/ids.ts';
import { toInstantText } from '../../core/instant.ts';
import { headersOf } from '../../core/spans.ts';
import { outbox } from '../schema/platform-tables.ts';
import { insertRows } from '../statements/row-statements.ts';
import type { Tx } from '../tx.ts';

interface Happening {
  /** Whose events they are unless they say so themselves; null for those of the platform itself. */
  readonly institutionId: string | null;
  readonly actor: EventActor;
  readonly now: number;
  readonly requestId: string;
  readonly events: readonly DomainEvent[];
}

/**
 * Writes events beside the change that they tell of, and the trace that they are a part of: one statement, whatever their number. The relay
 * delivers them after the commit.
 */
export function appendToOutbox(
  tx: Tx,
  { ids }: { readonly ids: Ids },
  { institutionId, actor, now, requestId, events }: Happening,
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
  // Of several commands one statement: MEASURE.
  isLast: true,
});
