import { zstdDecompressSync } from 'node:zlib';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  bytes,
  instant,
  type Placeholders,
  plainText,
  sqlStatement,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter, type StateOf } from '../../../platform/core/resource.ts';
import { type Request, RequestSchema } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type StoredRequest, secondOf, secondsOf } from '../domain/chunks.ts';
import { requestChunks } from './tables.ts';

/** Whose requests a caller sees: those of its institution, or of one integration. */
export interface Owner {
  readonly institutionId: string;
  readonly integrationId: string | null;
}

/** The filter of a list; null for no limit. */
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

export type RequestRow = StateOf<Request>;

export const requestMessage = messageWriter(RequestSchema);

const ALL: RequestFilter = {
  ...{ statusFrom: 0, statusTo: 999, method: null, route: null, requestId: null, from: '-infinity', to: 'infinity' },
};

export interface FoundRequests {
  /** The latest first, one more than the page has if there are more. */
  readonly rows: RequestRow[];
  /** Where the search for matching requests has stopped before a page was full; null if there are no more requests. */
  readonly end: Pick<Keyset, 'sort' | 'id'> | null;
}

/** The latest request with an id that the client or the gateway has chosen. */
export async function findRequest(db: Reader, owner: Owner, requestId: string): Promise<RequestRow | null> {
  const { rows } = await listRequests(db, owner, { ...ALL, requestId }, { sort: 'infinity', id: LEAST_ID, limit: 1 });
  return rows[0] ?? null;
}

/**
 * Requests before a position, the latest first, that match, among the next {@link MAX_SCANNED} or a few more:
 * the cost of a page does not depend on how rare the matching ones are.
 */
export async function listRequests(
  db: Reader,
  owner: Owner,
  filter: RequestFilter,
  before: Keyset,
): Promise<FoundRequests> {
  const { rows, end } = await scan(db, owner, filter, before, before.limit);
  if (!end) return { rows, end };
  const rest = { ...end, limit: before.limit - rows.length };
  const more = await scan(db, owner, filter, rest, MAX_SCANNED);
  return { rows: [...rows, ...more.rows], end: more.end };
}

/** Matching requests among at least a number of the next ones. */
export async function scan(
  db: Reader,
  { institutionId, integrationId }: Owner,
  filter: RequestFilter,
  before: Keyset,
  scanned: number,
): Promise<FoundRequests> {
  const { from, to, requestId } = filter;
  const last = before.sort < to ? before.sort : to;
  const chunks = await db.rows(statementFor(integrationId, filter), {
    ...{ institutionId, integrationId, requestId, scanned },
    ...{ first: from === '-infinity' ? from : secondOf(from), last: last === 'infinity' ? last : secondOf(last) },
    seconds: requestId === null ? [] : secondsOf(requestId),
  });
  const rows = chunks
    .flatMap(requestsOf)
    .filter((each) => isMatch(each, filter) && isBefore(each, before))
    .sort((one, other) => (isBefore(one, { sort: other.time, id: other.id }) ? 1 : -1))
    .slice(0, before.limit);
  const oldest = chunks.at(-1);
  if (!oldest?.hasOlder || rows.length === before.limit) return { rows, end: null };
  return { rows, end: { sort: oldest.second, id: LEAST_ID } };
}

export const MAX_SCANNED = 5_000;
/** Before all ids: the remaining requests are older than the second. */
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

function requestsOf({ integrationId, requests }: { integrationId: string; requests: Uint8Array }): RequestRow[] {
  const stored: StoredRequest[] = JSON.parse(zstdDecompressSync(requests).toString());
  return stored.map((request) => ({ access: null, areas: [], ...request, integrationId }));
}

function isMatch({ time, status, method, route, requestId }: RequestRow, filter: RequestFilter): boolean {
  return (
    time >= filter.from &&
    time < filter.to &&
    status >= filter.statusFrom &&
    status <= filter.statusTo &&
    (filter.method === null || method === filter.method) &&
    (filter.route === null || route === filter.route) &&
    (filter.requestId === null || requestId === filter.requestId)
  );
}

function isBefore({ time, id }: Pick<RequestRow, 'time' | 'id'>, before: Pick<Keyset, 'sort' | 'id'>): boolean {
  return time < before.sort || (time === before.sort && id < before.id);
}

const PARAMETERS = {
  ...{ institutionId: uuid(), integrationId: uuid().nullable(), requestId: plainText().nullable() },
  ...{ first: instant(), last: instant(), seconds: instant().array(), scanned: bigint() },
};

type Condition = ($: Placeholders<typeof PARAMETERS>, alias: string) => string;

/**
 * The chunks of the last second and of those before it, until these have a number of requests, in the order of one
 * index. A second is read whole. The last one counts for nothing: the page before may have shown what it has.
 */
function chunksWith(purpose: string, condition: Condition) {
  return sqlStatement(requestChunks, `list_${purpose}`, {
    parameters: PARAMETERS,
    result: { second: instant(), integrationId: uuid(), requests: bytes(), hasOlder: boolean() },
    text: ($) => `WITH lowest AS MATERIALIZED (
       SELECT l.second, EXISTS (
           SELECT FROM request_chunks o WHERE ${condition($, 'o')} AND o.second >= ${$.first} AND o.second < l.second
         ) AS "hasOlder"
       FROM (
         SELECT coalesce(max(t.second) FILTER (WHERE t.total >= ${$.scanned}), ${$.first}) AS second
         FROM (
           SELECT n.second, sum(n.count) OVER (ORDER BY n.second DESC) AS total
           FROM (
             SELECT n.second, n.count FROM request_chunks n
             WHERE ${condition($, 'n')} AND n.second >= ${$.first} AND n.second < ${$.last}
             ORDER BY n.second DESC LIMIT ${$.scanned}) AS n) AS t) AS l)
     SELECT c.second, c.integration_id AS "integrationId", c.requests, lowest."hasOlder"
     FROM lowest JOIN request_chunks c ON c.second >= lowest.second AND c.second <= ${$.last}
     WHERE ${condition($, 'c')} ORDER BY c.second DESC`,
  });
}

// A statement names filters that do not limit it, so that all statements have the same parameters.
const isOf: Condition = ($, c) => `${c}.institution_id = ${$.institutionId}`;
const isUnnamed: Condition = ($) => `${$.requestId}::text IS NULL AND cardinality(${$.seconds}) = 0`;
const isOwn: Condition = ($, c) => `${isOf($, c)} AND ${c}.integration_id = ${$.integrationId} AND ${isUnnamed($, c)}`;
const isAny: Condition = ($, c) => `${isOf($, c)} AND ${$.integrationId}::uuid IS NULL AND ${isUnnamed($, c)}`;
const isNamed: Condition = ($, c) => `${isOf($, c)}
       AND (${$.integrationId}::uuid IS NULL OR ${c}.integration_id = ${$.integrationId})
       AND ${c}.second = ANY(ARRAY(
         SELECT m.second FROM named_requests m
         WHERE m.institution_id = ${$.institutionId} AND m.request_id = ${$.requestId}
           AND (${$.integrationId}::uuid IS NULL OR m.integration_id = ${$.integrationId})
           AND m.second >= ${$.first} AND m.second <= ${$.last}
         ORDER BY m.second DESC LIMIT ${$.scanned}) || ${$.seconds})`;

const statements = {
  all: chunksWith('all', isAny),
  own: chunksWith('own', isOwn),
  failed: chunksWith('failed', ($, c) => `${c}.is_failed AND ${isAny($, c)}`),
  ownFailed: chunksWith('own_failed', ($, c) => `${c}.is_failed AND ${isOwn($, c)}`),
  named: chunksWith('named', isNamed),
};

function statementFor(integrationId: string | null, { statusFrom, requestId }: RequestFilter) {
  if (requestId !== null) return statements.named;
  if (statusFrom >= 400) return integrationId === null ? statements.failed : statements.ownFailed;
  return integrationId === null ? statements.all : statements.own;
}
