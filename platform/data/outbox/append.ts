import { toBinary } from '@bufbuild/protobuf';
import { currentWait } from '../../core/call-scope.ts';
import type { DomainEvent } from '../../core/event.ts';
import { toInstantText } from '../../core/instant.ts';
import { headersOf } from '../../core/spans.ts';
import type { Runtime } from '../../handler/runtime.ts';
import { outbox } from '../schema/platform-tables.ts';
import type { Tx } from '../statement.ts';
import { insertRows } from '../statements/row-statements.ts';

interface Happening {
  /** Whose events they are; null for those of the platform itself. */
  readonly institutionId: string | null;
  readonly now: number;
  readonly requestId: string;
  readonly events: readonly DomainEvent[];
}

/**
 * Writes events beside the change that they tell of, and the trace that they are a part of: one statement, whatever their number. The relay
 * delivers them after the commit.
 */
export function appendToOutbox(tx: Tx, runtime: Runtime, { institutionId, now, requestId, events }: Happening): void {
  const span = currentWait()?.span;
  tx.write(APPEND, {
    institutionId,
    requestId,
    occurredAt: toInstantText(now),
    traceparent: (span && headersOf(span).traceparent) ?? null,
    rows: events.map(({ schema, aggregateId, payload }) => ({
      id: runtime.ids.newId(),
      type: schema.typeName,
      aggregateId,
      payload: Buffer.from(toBinary(schema, payload)),
    })),
  });
}

const APPEND = insertRows(outbox, {
  shared: ['institutionId', 'requestId', 'occurredAt', 'traceparent'],
  leave: ['sequence', 'publishedAt'],
});
