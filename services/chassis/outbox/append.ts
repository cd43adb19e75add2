import { toBinary } from '@bufbuild/protobuf';
import { currentWait } from '../call-scope.ts';
import { statement, type Tx } from '../db/statement.ts';
import type { DomainEvent } from '../events/event.ts';
import { toInstantText } from '../instant.ts';
import type { Runtime } from '../runtime.ts';

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
  if (events.length === 0) return;
  tx.write(APPEND, [
    institutionId,
    requestId,
    toInstantText(now),
    currentWait()?.span?.traceparent ?? null,
    events.map(() => runtime.ids.newId()),
    events.map((event) => event.schema.typeName),
    events.map((event) => event.aggregateId),
    events.map((event) => Buffer.from(toBinary(event.schema, event.payload))),
  ]);
}

const APPEND = statement(
  'outbox_append',
  `INSERT INTO outbox (institution_id, request_id, occurred_at, traceparent, id, type, aggregate_id, payload)
   SELECT $1, $2, $3, $4, e.* FROM unnest($5::uuid[], $6::text[], $7::text[], $8::bytea[]) AS e`,
);
