import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  boundedPage,
  columnsBut,
  columnsOf,
  instant,
  type Placeholders,
  pageHasMore,
  sqlStatement,
  text,
  typesOf,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { type Keyset, PAGE_BYTES } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { closedAfter } from './closed-months.ts';
import { LONG, timeRecords } from './tables.ts';
import { toRecord } from './time-record-rows.ts';
import { lastBy, NIL } from './time-records.ts';

/**
 * All of a period, open sessions whenever they began, or logs of a period that were closed automatically and wait for a
 * correction.
 */
export type Listed = 'all' | 'open' | 'auto_closed';

/** Instants as text. An open session lasts until now. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly now: string;
}

interface RecordsPage {
  readonly records: readonly TimeRecord[];
  readonly hasMore: boolean;
}

/** A page of records, the newest first; bounded in bytes, too. @param userIds of these members alone, or null for all */
export async function listRecords(
  db: Reader,
  { institutionId }: TenantActor,
  before: Keyset,
  { listed, userIds, ...range }: Range & { readonly listed: Listed; readonly userIds: readonly string[] | null },
): Promise<RecordsPage> {
  const page = { institutionId, ...before, ...range };
  const rows =
    userIds === null ? await db.rows(OF_ALL[listed], page) : await db.rows(OF_SOME, { ...page, userIds, listed });
  return { records: rows.map(toRecord), hasMore: pageHasMore(rows) };
}

/**
 * Records of members, in their order and by start, without timestamps: as many as an answer holds.
 * @param after the last one of the first member that is known already
 */
export async function listRecordsOfMembers(
  db: Reader,
  { institutionId }: TenantActor,
  userIds: readonly string[],
  after: Keyset,
  { listed, ...range }: Range & { readonly listed: Listed },
): Promise<RecordsPage> {
  const rows = await db.rows(OF_MEMBERS, { institutionId, ...after, ...range, userIds, listed });
  return { records: rows.map((row) => toRecord({ ...row, timestamps: [] })), hasMore: pageHasMore(rows) };
}

const STATE = columnsBut(timeRecords, 'institutionId');
const RANGE = { ...POSITION, sort: instant(), from: instant(), to: instant(), now: instant() };
const RESULT = { ...typesOf(timeRecords, STATE), hasNext: boolean() };
/** About how many bytes of JSON a record `r` has. */
export const BYTES =
  '700 + 80 * jsonb_array_length(r.pauses) + octet_length(r.timestamps::text) + coalesce(octet_length(r.note), 0)';

/** Whether a row of `time_records` waits for a correction, which a closed month would refuse. */
export const isToCorrect = (institutionId: string) => `auto_closed AND corrected_at IS NULL
     AND NOT EXISTS (SELECT ${closedAfter(institutionId, 'time_records.user_id', 'time_records.start_time')}
       AND m.starts_at < time_records.end_time)`;

type InRange = Placeholders<typeof RANGE>;

/** The values of two columns before which a page ends that lies before an instant, too. */
const before = ($: InRange, upper: string) =>
  `least(${$.sort}::timestamptz, ${upper}::timestamptz), CASE WHEN ${upper}::timestamptz <= ${$.sort} THEN '${NIL}'::uuid ELSE ${$.id} END`;

/** Some records of an institution that begin before an instant and a position, the newest first. */
const newest = ($: InRange, upper: string, condition: string) => `(SELECT * FROM time_records
     WHERE institution_id = ${$.institutionId} AND (start_time, id) < (${before($, upper)}) AND ${condition}
     ORDER BY start_time DESC, id DESC LIMIT ${$.limit})`;

const endsIn = ($: InRange) => `coalesce(end_time, ${$.now}::timestamptz) > ${$.from}`;

/** When a record of usual length that reaches a period begins at the earliest. */
const reaching = ($: InRange) => `(${$.from}::timestamptz - interval '${LONG}')`;

const nearby = ($: InRange) => `start_time >= ${reaching($)} AND ${endsIn($)}`;

const earlier = ($: InRange) => `least(${$.to}::timestamptz, ${reaching($)})`;

/** The records of all members that overlap a period: those that began long before it are long, or open. */
const overlapping = ($: InRange) => `${newest($, $.to, nearby($))}
   UNION ALL ${newest($, earlier($), `end_time - start_time > '${LONG}'::interval AND ${endsIn($)}`)}
   UNION ALL ${newest($, earlier($), `end_time IS NULL AND ${endsIn($)}`)}`;

const page = (rows: string, limit: string) =>
  boundedPage({
    columns: columnsOf(timeRecords, 'r', STATE),
    alias: 'r',
    rows,
    order: 'r.start_time DESC, r.id DESC',
    maxBytes: PAGE_BYTES,
    bytes: BYTES,
    limit,
  });

const ofAll = (purpose: string, rows: ($: InRange) => string) =>
  sqlStatement(timeRecords, purpose, {
    parameters: RANGE,
    result: RESULT,
    text: ($) => page(`SELECT * FROM (${rows($)}) AS near ORDER BY start_time DESC, id DESC LIMIT ${$.limit}`, $.limit),
  });

const OF_ALL = {
  all: ofAll('newest', overlapping),
  open: ofAll('newest_open', ($) => newest($, $.to, `end_time IS NULL AND ${endsIn($)}`)),
  auto_closed: ofAll('newest_auto_closed', ($) => newest($, $.to, `${isToCorrect($.institutionId)} AND ${nearby($)}`)),
};

/** The condition on the records of a member, whose number is small. */
const isListed = ($: { readonly institutionId: string; readonly listed: string }) =>
  `CASE ${$.listed} WHEN 'open' THEN end_time IS NULL WHEN 'auto_closed' THEN ${isToCorrect($.institutionId)} ELSE true END`;

/** A member's records do not overlap: none before the last one that starts by `from` ends after it. */
const beginning = ($: InRange, userId: string) =>
  `coalesce((SELECT start_time FROM ${lastBy($.institutionId, userId, $.from)} AS b), '-infinity')`;

const OF_SOME = sqlStatement(timeRecords, 'newest_of_some', {
  parameters: { ...RANGE, userIds: uuids(), listed: text() },
  result: RESULT,
  text: ($) =>
    page(
      `SELECT t.* FROM unnest(${$.userIds}) AS k(user_id)
       CROSS JOIN LATERAL (SELECT ${beginning($, 'k.user_id')} AS start_time) AS first CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = ${$.institutionId} AND (user_id, start_time, id) < (k.user_id, ${before($, $.to)})
          AND (user_id, start_time) >= (k.user_id, first.start_time)
          AND ${endsIn($)} AND ${isListed($)}
        ORDER BY user_id DESC, start_time DESC, id DESC LIMIT ${$.limit}) AS t
       ORDER BY t.start_time DESC, t.id DESC LIMIT ${$.limit}`,
      $.limit,
    ),
});

const OF_MEMBERS = sqlStatement(timeRecords, 'of_members', {
  parameters: { ...RANGE, userIds: uuids(), listed: text() },
  result: RESULT,
  text: ($) =>
    boundedPage({
      columns: columnsOf(timeRecords, 'r', STATE),
      alias: 'r',
      rows: `SELECT t.*, k.n FROM unnest(${$.userIds}) WITH ORDINALITY AS k(user_id, n) CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = ${$.institutionId} AND (user_id, start_time) < (k.user_id, ${$.to})
          AND (user_id, start_time) >= (k.user_id, greatest(${beginning($, 'k.user_id')}, CASE k.n WHEN 1 THEN ${$.sort}::timestamptz ELSE '-infinity' END))
          AND (k.n > 1 OR (start_time, id) > (${$.sort}, ${$.id}))
          AND ${endsIn($)} AND ${isListed($)}
        ORDER BY user_id, start_time, id LIMIT ${$.limit}) AS t
        ORDER BY k.n, t.start_time, t.id LIMIT ${$.limit}`,
      order: 'r.n, r.start_time, r.id',
      maxBytes: PAGE_BYTES,
      bytes: '200 + 80 * jsonb_array_length(r.pauses) + coalesce(octet_length(r.note), 0)',
      limit: $.limit,
    }),
});
