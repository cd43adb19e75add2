import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  instant,
  type Placeholders,
  plainText,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import { auditLog } from '../platform-tables.ts';

/** A recorded change of one resource. */
export type AuditRecord = RowOf<typeof auditLog>;

/** Selects records of an institution; all by default. */
export interface AuditFilter {
  readonly institutionId: string;
  /** The kind of resource. */
  readonly resource?: string | undefined;
  readonly resourceId?: string | undefined;
  /** Several resources, in place of {@link resourceId}. */
  readonly resourceIds?: readonly string[] | undefined;
  /** The kind of actor. */
  readonly actor?: string | undefined;
  readonly actorId?: string | undefined;
  /** The short name of an RPC or event, `CreateUser`, or its full name. */
  readonly operation?: string | undefined;
  readonly requestId?: string | undefined;
  /** Instant texts: `since` is inclusive, `until` exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The position of a record in the list. */
export type AuditPosition = Pick<AuditRecord, 'recordedAt' | 'sequence'>;

/** Where the list begins. */
export function newestBefore(until: string | undefined): AuditPosition {
  return { recordedAt: until ?? 'infinity', sequence: 0 };
}

/** An institution's audit records in one service's database, newest first. Pages are read as the caller iterates. */
export async function* listAuditRecords(
  db: Reader,
  filter: AuditFilter,
  pageSize: number = PAGE_SIZE,
): AsyncGenerator<AuditRecord, void, void> {
  let after: AuditPosition | null = newestBefore(filter.until);
  while (after) {
    const page: AuditPage = await readAuditPage(db, filter, { after, size: pageSize });
    yield* page.records;
    after = page.next;
  }
}

interface AuditPage {
  readonly records: AuditRecord[];
  /** After which the next page begins; null at the end. */
  readonly next: AuditPosition | null;
}

/**
 * A page of records after a position, newest first. It has fewer than its size where its scan for matching ones ends.
 */
export async function readAuditPage(
  db: Reader,
  filter: AuditFilter,
  { after, size }: { readonly after: AuditPosition; readonly size: number },
): Promise<AuditPage> {
  const rows = await scanRecords(db, filter, after, size + 1);
  const records = rows.slice(0, size);
  return { records, next: rows.length > size ? (records.at(-1) ?? null) : await endOfScan(db, filter, after) };
}

/**
 * The matching records among the next {@link MAX_SCANNED} after a position: the cost does not depend on how rare they
 * are.
 */
export function scanRecords(
  db: Reader,
  filter: AuditFilter,
  after: AuditPosition,
  limit: number,
): Promise<AuditRecord[]> {
  const { resource = null, actor = null, operation = null, requestId = null } = filter;
  const conditions = { resource, actor, operation, requestId, limit };
  return db.rows(scanOf(filter).list, { ...rangeOf(filter, after), ...conditions });
}

/** Where {@link scanRecords} has stopped looking; null if there are no more records. */
export async function endOfScan(db: Reader, filter: AuditFilter, after: AuditPosition): Promise<AuditPosition | null> {
  const [end = null] = await db.rows(scanOf(filter).end, rangeOf(filter, after));
  return end;
}

function rangeOf(
  { institutionId, since, resourceId, resourceIds, actorId }: AuditFilter,
  { recordedAt, sequence }: AuditPosition,
) {
  const ids = { resourceId: resourceId ?? null, resourceIds: resourceIds ?? null, actorId: actorId ?? null };
  return { institutionId, recordedAt, sequence, since: since ?? '-infinity', ...ids };
}

function scanOf({ resourceId, resourceIds, actorId }: AuditFilter) {
  if (resourceIds !== undefined) return OF_RESOURCES;
  return resourceId !== undefined ? OF_RESOURCE : actorId !== undefined ? OF_ACTOR : ALL;
}

const PAGE_SIZE = 500;
export const MAX_SCANNED = 10_000;

const RANGE = {
  ...{ institutionId: uuid(), recordedAt: instant(), sequence: bigint(), since: instant() },
  ...{ resourceId: uuid().nullable(), resourceIds: uuids().nullable(), actorId: plainText().nullable() },
};

/** The two statements that read records in the order of one index: a page, and where its scan ends. */
function scan(
  purpose: string,
  condition: ($: Placeholders<typeof RANGE>) => string,
  source: ($: Placeholders<typeof RANGE>) => string = () => 'audit_log a',
) {
  const inRange = (
    $: Placeholders<typeof RANGE>,
  ) => `${source($)} WHERE a.institution_id = ${$.institutionId} AND ${condition($)}
       AND (a.recorded_at, a.sequence) < (${$.recordedAt}::timestamptz, ${$.sequence}::bigint) AND a.recorded_at >= ${$.since}
     ORDER BY a.recorded_at DESC, a.sequence DESC`;
  return {
    list: sqlStatement(auditLog, `list_${purpose}`, {
      parameters: {
        ...RANGE,
        ...{ resource: plainText().nullable(), actor: text().nullable() },
        ...{ operation: text().nullable(), requestId: text().nullable(), limit: bigint() },
      },
      result: auditLog.columns,
      text: ($) => `SELECT ${columnsOf(auditLog, 'a', columnsBut(auditLog))} FROM (
       SELECT a.* FROM ${inRange($)} LIMIT ${MAX_SCANNED}) AS a
     WHERE (${$.actorId}::text IS NULL OR a.actor_id = ${$.actorId}) AND (${$.actor}::text IS NULL OR a.actor = ${$.actor})
       AND (${$.resource}::text IS NULL OR a.resource = ${$.resource}) AND (${$.requestId}::text IS NULL OR a.request_id = ${$.requestId})
       AND (${$.operation}::text IS NULL OR a.operation = ${$.operation}
         OR right(a.operation, length(${$.operation}) + 1) IN ('/' || ${$.operation}, '.' || ${$.operation}))
     ORDER BY a.recorded_at DESC, a.sequence DESC LIMIT ${$.limit}`,
    }),
    end: sqlStatement(auditLog, `end_${purpose}`, {
      parameters: RANGE,
      result: typesOf(auditLog, ['recordedAt', 'sequence']),
      text: ($) => `SELECT ${columnsOf(auditLog, 'a', ['recordedAt', 'sequence'])} FROM ${inRange($)}
     OFFSET ${MAX_SCANNED - 1} LIMIT 1`,
    }),
  };
}

// The parameters of no condition are named so that all statements have the same.
const ONE = ($: Placeholders<typeof RANGE>) => `${$.resourceIds}::uuid[] IS NULL`;
const NONE = ($: Placeholders<typeof RANGE>) => `${$.resourceId}::uuid IS NULL AND ${ONE($)}`;
const ALL = scan('all', ($) => `${NONE($)} AND ${$.actorId}::text IS NULL`);
const OF_ACTOR = scan('of_actor', ($) => `a.actor_id = ${$.actorId} AND ${NONE($)}`);
const OF_RESOURCE = scan(
  'of_resource',
  ($) => `a.resource_id = ${$.resourceId} AND ${ONE($)} AND (${$.actorId}::text IS NULL OR a.actor_id = ${$.actorId})`,
);
/** Each resource by itself: in one scan, the planner prefers an index of all records of the institution. */
const OF_RESOURCES = scan(
  'of_resources',
  ($) => `${$.resourceId}::uuid IS NULL AND (${$.actorId}::text IS NULL OR a.actor_id = ${$.actorId})`,
  ($) => `unnest(${$.resourceIds}) AS wanted (id) CROSS JOIN LATERAL
     (SELECT * FROM audit_log l WHERE l.institution_id = ${$.institutionId} AND l.resource_id = wanted.id OFFSET 0) AS a`,
);
