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
  typesOf,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { type Keyset, PAGE_BYTES } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { BYTES, type Range } from './listed-records.ts';
import { LONG, timeRecords } from './tables.ts';
import { toRecord } from './time-record-rows.ts';
import { NIL } from './time-records.ts';

interface Wanted extends Range {
  /** Only of these members; null for all. */
  readonly among: readonly string[] | null;
  /** Only those that changed at or after this instant, in the order of their changes; null for all, by start. */
  readonly updatedSince: string | null;
}

interface MemberLogsPage {
  readonly records: readonly TimeRecord[];
  readonly hasMore: boolean;
  /** The last record that was looked at, if the page ends there. */
  readonly end: { readonly sort: string; readonly id: string } | null;
}

/**
 * A page of the records of all members that overlap an interval; bounded in bytes and in the records that are looked
 * at, too. An open session lasts until now. Of changed records also those that may have overlapped it before: whose
 * times were corrected since, and sessions, which stop in the past when a punch comes late.
 */
export async function listMemberLogs(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  { updatedSince, ...wanted }: Wanted,
): Promise<MemberLogsPage> {
  const page = { institutionId, ...after, ...wanted };
  const rows =
    updatedSince === null ? await db.rows(BY_START, page) : await db.rows(BY_CHANGE, { ...page, updatedSince });
  const nth = rows.findIndex(({ isLast }) => isLast);
  const last = rows[nth];
  return {
    records: (last ? rows.slice(0, nth + 1) : rows).filter(({ isShown }) => isShown).map(toRecord),
    hasMore: last !== undefined || pageHasMore(rows),
    end: last ? { sort: updatedSince === null ? last.startTime : last.updatedAt, id: last.id } : null,
  };
}

/** Records that are looked at in one call: a group is found among those of everybody. */
const MOST_LOOKED_AT = 5_000;

const STATE = columnsBut(timeRecords, 'institutionId');
const PARAMETERS = {
  ...{ ...POSITION, sort: instant(), from: instant(), to: instant() },
  ...{ now: instant(), among: uuids().nullable() },
};
const RESULT = { ...typesOf(timeRecords, STATE), hasNext: boolean(), isShown: boolean(), isLast: boolean() };

type Given = Placeholders<typeof PARAMETERS>;

interface Walk {
  readonly column: 'start_time' | 'updated_at';
  /** The first instant. */
  readonly least: string;
  /** Which of all records an index has, and their last instant. */
  readonly condition: string;
  /** Which of them are wanted. */
  readonly isShown: string;
}

/**
 * The wanted records behind the position in the order of an index, one more than the page holds, and the last one that
 * was looked at. It stops when it has as many: what an index has in order is read no further than its reader asks.
 */
const walk = ($: Given, { column, least, condition, isShown }: Walk) => `(SELECT k.* FROM (
     SELECT t.*, row_number() OVER (ORDER BY t.${column}, t.id) = ${MOST_LOOKED_AT} AS is_last,
       ${isShown} AND (${$.among}::uuid[] IS NULL OR t.user_id IN (SELECT unnest(${$.among}::uuid[]))) AS is_shown
     FROM (SELECT * FROM time_records WHERE institution_id = ${$.institutionId}
       AND (${column}, id) > (greatest(${least}, ${$.sort}::timestamptz), CASE WHEN ${least} > ${$.sort}::timestamptz THEN '${NIL}'::uuid ELSE ${$.id} END)
       AND ${condition} ORDER BY ${column}, id LIMIT ${MOST_LOOKED_AT}) AS t) AS k
   WHERE k.is_shown OR k.is_last ORDER BY k.${column}, k.id LIMIT ${$.limit})`;

const page = ($: Given, column: Walk['column'], rows: string) =>
  boundedPage({
    columns: `${columnsOf(timeRecords, 'r', STATE)}, r.is_shown AS "isShown", r.is_last AS "isLast"`,
    alias: 'r',
    rows: `SELECT * FROM (${rows}) AS walked ORDER BY ${column}, id LIMIT ${$.limit}`,
    order: `r.${column}, r.id`,
    maxBytes: PAGE_BYTES,
    bytes: BYTES,
    limit: $.limit,
  });

const endsIn = ($: Given) => `coalesce(t.end_time, ${$.now}::timestamptz) > ${$.from}`;

/** Those that begin long before the interval are long, or open. */
const BY_START = sqlStatement(timeRecords, 'logs_of_all', {
  parameters: PARAMETERS,
  result: RESULT,
  text: ($) => {
    const reaching = `(${$.from}::timestamptz - interval '${LONG}')`;
    const of = (least: string, condition: string) =>
      walk($, { column: 'start_time', least, condition, isShown: endsIn($) });
    const earlier = (condition: string) =>
      of("'-infinity'::timestamptz", `start_time < least(${$.to}::timestamptz, ${reaching}) AND ${condition}`);
    return page(
      $,
      'start_time',
      `${of(reaching, `start_time < ${$.to}`)}
       UNION ALL ${earlier(`end_time - start_time > '${LONG}'::interval`)}
       UNION ALL ${earlier('end_time IS NULL')}`,
    );
  },
});

const BY_CHANGE = sqlStatement(timeRecords, 'changed_logs_of_all', {
  parameters: { ...PARAMETERS, updatedSince: instant() },
  result: RESULT,
  text: ($) =>
    page(
      $,
      'updated_at',
      walk($, {
        column: 'updated_at',
        least: `${$.updatedSince}::timestamptz`,
        condition: 'true',
        isShown: `(coalesce(t.corrected_at >= ${$.updatedSince}, false)
         OR t.start_time < ${$.to} AND (t.source = 'session' OR ${endsIn($)}))`,
      }),
    ),
});
