import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { bigint, instant, text, uuid } from '../../../platform/data/schema/column.ts';
import { columnsOf, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { type Places, sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import type { Event } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { type EventRow, eventMessage, SHOWN } from './events.ts';
import { events } from './tables.ts';

interface Wanted {
  /** The place behind which the page begins; null for the oldest event that is kept. */
  readonly after: number | null;
  readonly size: number;
  /** Null for all. */
  readonly types: readonly string[] | null;
  readonly resourceId: string | undefined;
  /** Instant text, `-infinity` for all. */
  readonly since: string;
}

interface FeedPage {
  readonly events: Event[];
  readonly hasMore: boolean;
  readonly endSequence: bigint;
}

/**
 * A page of the feed. Where it is the last one it ends at the end of the feed, whatever the filters let through, so that a reader who asks again now and then
 * keeps up with it. Null where events behind `after` are no longer kept, or the feed ends before it.
 */
export async function readFeed(db: Reader, actor: TenantActor, wanted: Wanted): Promise<FeedPage | null> {
  const { after, size, types, resourceId, since } = wanted;
  const from = { institutionId: actor.institutionId, after: after ?? 0, since, limit: size + 1 };
  const rows =
    resourceId !== undefined
      ? await db.rows(OF_RESOURCE, { ...from, resourceId: isUuid(resourceId) ? resourceId : NOBODY, types })
      : types
        ? await db.rows(OF_TYPES, { ...from, types })
        : await db.rows(PAGE, from);
  const { head = 0, oldest = null } = rows[0] ?? {};
  if (after !== null && (after > head || after + 1 < (oldest ?? head + 1))) return null;
  const found = rows.flatMap(({ id, ...row }): EventRow[] => (id === null ? [] : [{ ...row, id }]));
  const shown = found.slice(0, size);
  const hasMore = found.length > size;
  const last = shown.at(-1)?.sequence ?? 0;
  return { events: shown.map(eventMessage), hasMore, endSequence: BigInt(hasMore ? last : Math.max(head, last)) };
}

/** No event's resource. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const PARAMETERS = { institutionId: uuid(), after: bigint(), since: instant(), limit: bigint() };

const RESULT = {
  head: bigint(),
  oldest: bigint().nullable(),
  ...typesOf(events, SHOWN),
  id: uuid().nullable(),
};

/**
 * The end and the beginning of the feed, and the page, all as of one moment: one row at least. A page that begins at an instant is looked for from what was
 * recorded about then, so that nothing older is read; the clocks of services may differ from that of the recorder by a minute.
 */
const feedPage = ($: Places<typeof PARAMETERS>, page: (from: string) => string) => `SELECT f.head, f.oldest, e.*
   FROM (
     SELECT coalesce((SELECT h.sequence FROM feed_heads h WHERE h.institution_id = ${$.institutionId}), 0) AS head,
       (SELECT o.sequence FROM events o WHERE o.institution_id = ${$.institutionId} ORDER BY o.sequence LIMIT 1) AS oldest,
       (SELECT s.sequence - 1 FROM events s
        WHERE s.institution_id = ${$.institutionId} AND s.recorded_at >= ${$.since}::timestamptz - interval '1 minute'
        ORDER BY s.recorded_at, s.sequence LIMIT 1) AS since
   ) AS f LEFT JOIN LATERAL (${page(`greatest(${$.after}, coalesce(f.since, f.head))`)}) AS e ON true
   ORDER BY e.sequence`;

/**
 * A page from a place on. The larger limit is written out, since PostgreSQL takes a limit that it does not know for a tenth of all rows: then it would plan
 * the statement anew each time, for every partition, rather than keep a plan that seems so dear.
 * @param condition beside those of the place
 */
const pageOf = ($: Places<typeof PARAMETERS>, from: string, condition: string) => `SELECT m.* FROM (
     SELECT ${columnsOf(events, 'e', SHOWN)}
     FROM events e
     WHERE e.institution_id = ${$.institutionId}${condition} AND e.sequence > ${from} AND e.occurred_at >= ${$.since}
     ORDER BY e.sequence LIMIT ${ROWS_AT_MOST}) AS m
   ORDER BY m.sequence LIMIT ${$.limit}`;

/** The largest page, and the row that tells whether there are more. */
const ROWS_AT_MOST = 101;

const PAGE = sqlStatement(events, 'page', {
  parameters: PARAMETERS,
  result: RESULT,
  text: ($) => feedPage($, (from) => pageOf($, from, '')),
});

const OF_TYPES = sqlStatement(events, 'page_of_types', {
  parameters: { ...PARAMETERS, types: text().array() },
  result: RESULT,
  text: ({ types, ...$ }) =>
    feedPage(
      $,
      (from) => `SELECT p.* FROM unnest(${types}) AS t(type)
     CROSS JOIN LATERAL (${pageOf($, from, ' AND e.type = t.type')}) AS p
     ORDER BY p.sequence LIMIT ${$.limit}`,
    ),
});

const OF_RESOURCE = sqlStatement(events, 'page_of_resource', {
  parameters: { ...PARAMETERS, resourceId: uuid(), types: text().array().nullable() },
  result: RESULT,
  text: ({ resourceId, types, ...$ }) =>
    feedPage($, (from) =>
      pageOf($, from, ` AND e.resource_id = ${resourceId} AND (${types} IS NULL OR e.type = ANY(${types}))`),
    ),
});
