import type { Database } from '../db/database.ts';
import { statement, type Value } from '../db/statement.ts';

/** A change of one resource, for whoever asks who did it. */
export interface AuditRecord {
  readonly institutionId: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly recordedAt: string;
  /** Orders the records of one instant, within one service. */
  readonly sequence: number;
  readonly actor: 'integration' | 'operator' | 'gateway' | 'consumer';
  /** The integration's or operator's id, or the consumer's name. */
  readonly actorId: string | null;
  /** The operator's name. */
  readonly actorName: string | null;
  /** The user for whom the integration was created. */
  readonly onBehalfOf: string | null;
  /** `lyceum.directory.v1.UserService/CreateUser`, or the type of the event that a consumer handled. */
  readonly operation: string;
  readonly resource: string;
  readonly resourceId: string;
  /** Null of what was created. */
  readonly versionBefore: string | null;
  /** Null of what was deleted. */
  readonly versionAfter: string | null;
  readonly requestId: string;
  /** The event that a consumer handled. */
  readonly cause: string | null;
}

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
  const wanted: Value[] = [operation, requestId, since, integrationId, resourceId].map((value) => value ?? null);
  let after: readonly [string, number] = [until ?? 'infinity', 0];
  for (;;) {
    const page = await db.rows<AuditRecord>(list, [institutionId, ...after, pageSize, ...wanted]);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = [last.recordedAt, last.sequence];
  }
}

const PAGE_SIZE = 500;

/** Behind a place, by time. What narrows the search most is an equality of its own, so that its index is used. */
const textOf = (
  equalities: string,
) => `SELECT institution_id AS "institutionId", recorded_at AS "recordedAt", sequence, actor,
     actor_id AS "actorId", actor_name AS "actorName", on_behalf_of AS "onBehalfOf", operation, resource, resource_id AS "resourceId",
     version_before AS "versionBefore", version_after AS "versionAfter", request_id AS "requestId", cause
   FROM audit_log
   WHERE institution_id = $1 AND (recorded_at, sequence) < ($2::timestamptz, $3::bigint)
     AND ($5::text IS NULL OR operation = $5 OR right(operation, length($5) + 1) IN ('/' || $5, '.' || $5))
     AND ($6::text IS NULL OR request_id = $6) AND recorded_at >= coalesce($7::timestamptz, '-infinity') AND ${equalities}
   ORDER BY recorded_at DESC, sequence DESC LIMIT $4`;

const EITHER = '($8::text IS NULL OR actor_id = $8)';
const LIST = statement('audit_list', textOf(`${EITHER} AND ($9::uuid IS NULL OR resource_id = $9)`));
const OF_RESOURCE = statement('audit_list_of_resource', textOf(`${EITHER} AND resource_id = $9::uuid`));
const OF_INTEGRATION = statement(
  'audit_list_of_integration',
  textOf(`actor = 'integration' AND actor_id = $8 AND ($9::uuid IS NULL OR resource_id = $9)`),
);
