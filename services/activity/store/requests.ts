import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  instant,
  integer,
  type Placeholders,
  plainText,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { RequestSchema } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { requests } from './tables.ts';

export type RequestRow = Omit<RowOf<typeof requests>, 'institutionId'>;

/** Whose requests a caller sees: those of its institution, or of one integration. */
export interface Owner {
  readonly institutionId: string;
  readonly integrationId: string | null;
}

/** What a list is limited to; null for no limit. */
export interface RequestFilter {
  readonly statusFrom: number;
  readonly statusTo: number;
  readonly method: string | null;
  readonly route: string | null;
  readonly requestId: string | null;
  /** Instant text, `-infinity` for all. */
  readonly from: string;
  /** Instant text, `infinity` for all. */
  readonly to: string;
}

export const requestMessage = messageWriter(RequestSchema);

/** The latest request with an id that the client or the gateway has chosen. */
export async function findRequest(db: Reader, owner: Owner, requestId: string): Promise<RequestRow | null> {
  const [row] = await db.rows(BY_REQUEST_ID, { ...owner, requestId });
  return row ?? null;
}

/**
 * Requests before a position, the latest first, as far as they match, among the next {@link MAX_SCANNED}: the cost of a
 * page does not depend on how rare the matching ones are.
 */
export function listRequests(db: Reader, owner: Owner, filter: RequestFilter, before: Keyset): Promise<RequestRow[]> {
  return db.rows(scanOf(owner, filter).list, { ...owner, ...filter, ...before });
}

/** Where {@link listRequests} has stopped looking; null if there are no more requests. */
export async function endOfScan(db: Reader, owner: Owner, filter: RequestFilter, before: Keyset) {
  const { from, to, requestId } = filter;
  const { sort, id } = before;
  const [row] = await db.rows(scanOf(owner, filter).end, { ...owner, from, to, requestId, sort, id });
  return row ?? null;
}

export const MAX_SCANNED = 10_000;

const SHOWN = columnsBut(requests, 'institutionId');
const RESULT = typesOf(requests, SHOWN);
const RANGE = {
  ...{ institutionId: uuid(), integrationId: uuid().nullable(), requestId: plainText().nullable() },
  ...{ from: instant(), to: instant(), sort: instant(), id: uuid() },
};

const BY_REQUEST_ID = sqlStatement(requests, 'by_request_id', {
  parameters: { institutionId: uuid(), integrationId: uuid().nullable(), requestId: text() },
  result: RESULT,
  text: ($) => `SELECT ${columnsOf(requests, 'r', SHOWN)} FROM requests r
   WHERE r.institution_id = ${$.institutionId} AND r.request_id = ${$.requestId}
     AND (${$.integrationId}::uuid IS NULL OR r.integration_id = ${$.integrationId})
   ORDER BY r.time DESC, r.id DESC LIMIT 1`,
});

type Condition = ($: Placeholders<typeof RANGE>) => string;

/** The two statements that read requests in the order of one index. */
function scan(purpose: string, condition: Condition) {
  const inRange = ($: Placeholders<typeof RANGE>) => `r.institution_id = ${$.institutionId} AND ${condition($)}
       AND (r.time, r.id) < (${$.sort}, ${$.id}) AND r.time >= ${$.from} AND r.time < ${$.to}
     ORDER BY r.time DESC, r.id DESC`;
  return {
    list: sqlStatement(requests, `list_${purpose}`, {
      parameters: {
        ...RANGE,
        ...{ statusFrom: integer(), statusTo: integer(), limit: bigint() },
        ...{ method: plainText().nullable(), route: plainText().nullable() },
      },
      result: RESULT,
      text: ($) => `SELECT ${columnsOf(requests, 'r', SHOWN)} FROM (
       SELECT * FROM requests r WHERE ${inRange($)} LIMIT ${MAX_SCANNED}) AS r
     WHERE r.status BETWEEN ${$.statusFrom} AND ${$.statusTo}
       AND (${$.method}::text IS NULL OR r.method = ${$.method}) AND (${$.route}::text IS NULL OR r.route = ${$.route})
     ORDER BY r.time DESC, r.id DESC LIMIT ${$.limit}`,
    }),
    end: sqlStatement(requests, `end_${purpose}`, {
      parameters: RANGE,
      result: typesOf(requests, ['time', 'id']),
      text: ($) => `SELECT r.time, r.id FROM requests r WHERE ${inRange($)} OFFSET ${MAX_SCANNED - 1} LIMIT 1`,
    }),
  };
}

// What does not limit a statement is named in it so that all have the same parameters.
const isOwn: Condition = ($) => `r.integration_id = ${$.integrationId} AND ${$.requestId}::text IS NULL`;
const isAny: Condition = ($) => `${$.integrationId}::uuid IS NULL AND ${$.requestId}::text IS NULL`;
const isNamed: Condition = ($) =>
  `r.request_id = ${$.requestId} AND (${$.integrationId}::uuid IS NULL OR r.integration_id = ${$.integrationId})`;

const scans = {
  all: scan('all', isAny),
  own: scan('own', isOwn),
  failed: scan('failed', ($) => `r.status >= 400 AND ${isAny($)}`),
  ownFailed: scan('own_failed', ($) => `r.status >= 400 AND ${isOwn($)}`),
  named: scan('named', isNamed),
};

function scanOf({ integrationId }: Owner, { statusFrom, requestId }: RequestFilter) {
  if (requestId !== null) return scans.named;
  if (statusFrom >= 400) return integrationId === null ? scans.failed : scans.ownFailed;
  return integrationId === null ? scans.all : scans.own;
}
