import type { Database } from '../database.ts';
import { bigint, instant, text, uuid } from '../schema/column.ts';
import { auditLog } from '../schema/platform-tables.ts';
import type { RowOf } from '../schema/table.ts';
import { columnsBut, columnsOf } from '../statements/row-statements.ts';
import { type Placeholders, sqlStatement } from '../statements/sql-statement.ts';

/** A change of one resource, for whoever asks who did it. */
export type AuditRecord = RowOf<typeof auditLog>;

/** Which records of an institution are meant; all by default. */
export interface AuditFilter {
  readonly institutionId: string;
  readonly resourceId?: string | undefined;
  readonly integrationId?: string | undefined;
  /** The name of an RPC or event, `CreateUser`, or all of it. */
  readonly operation?: string | undefined;
  readonly requestId?: string | undefined;
  /** Instant texts: from the first on, and before the second. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** An institution's audit records in one service's database, the newest first, read page by page as they are asked for. */
export async function* listAuditRecords(
  db: Database,
  filter: AuditFilter,
  pageSize: number = PAGE_SIZE,
): AsyncGenerator<AuditRecord, void, void> {
  const { institutionId, resourceId, integrationId, operation, requestId, since, until } = filter;
  const list = resourceId !== undefined ? OF_RESOURCE : integrationId !== undefined ? OF_INTEGRATION : LIST;
  const query = {
    institutionId,
    resourceId: resourceId ?? null,
    integrationId: integrationId ?? null,
    operation: operation ?? null,
    requestId: requestId ?? null,
    since: since ?? '-infinity',
    limit: pageSize,
  };
  let after = { recordedAt: until ?? 'infinity', sequence: 0 };
  for (;;) {
    const page = await db.rows(list, { ...query, ...after });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { recordedAt: last.recordedAt, sequence: last.sequence };
  }
}

const PAGE_SIZE = 500;

const PARAMETERS = {
  institutionId: uuid(),
  recordedAt: instant(),
  sequence: bigint(),
  since: instant(),
  operation: text().nullable(),
  requestId: text().nullable(),
  integrationId: text().nullable(),
  resourceId: uuid().nullable(),
  limit: bigint(),
};

/** Behind a place, by time. What narrows the search most is an equality of its own, so that its index is used. */
const list = (purpose: string, narrowed: ($: Placeholders<typeof PARAMETERS>) => string) =>
  sqlStatement(auditLog, purpose, {
    parameters: PARAMETERS,
    result: auditLog.columns,
    text: ($) => `SELECT ${columnsOf(auditLog, 'a', columnsBut(auditLog))} FROM audit_log a
   WHERE institution_id = ${$.institutionId} AND (recorded_at, sequence) < (${$.recordedAt}::timestamptz, ${$.sequence}::bigint)
     AND (${$.operation}::text IS NULL OR operation = ${$.operation}
       OR right(operation, length(${$.operation}) + 1) IN ('/' || ${$.operation}, '.' || ${$.operation}))
     AND (${$.requestId}::text IS NULL OR request_id = ${$.requestId}) AND recorded_at >= ${$.since} AND ${narrowed($)}
   ORDER BY recorded_at DESC, sequence DESC LIMIT ${$.limit}`,
  });

const ofEither = ($: Placeholders<typeof PARAMETERS>) =>
  `(${$.integrationId}::text IS NULL OR actor_id = ${$.integrationId})`;
const ofAny = ($: Placeholders<typeof PARAMETERS>) =>
  `(${$.resourceId}::uuid IS NULL OR resource_id = ${$.resourceId})`;

const LIST = list('list', ($) => `${ofEither($)} AND ${ofAny($)}`);
const OF_RESOURCE = list('list_of_resource', ($) => `${ofEither($)} AND resource_id = ${$.resourceId}`);
const OF_INTEGRATION = list(
  'list_of_integration',
  ($) => `actor = 'integration' AND actor_id = ${$.integrationId} AND ${ofAny($)}`,
);
