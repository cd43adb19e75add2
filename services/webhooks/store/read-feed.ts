import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsOf,
  instant,
  type Placeholders,
  sqlStatement,
  storedName,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Event } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { type EventRow, eventMessage, SHOWN } from './events.ts';
import { events, feedHeads } from './tables.ts';

interface FeedOptions {
  /** The position that the page begins after; null for the oldest stored event. */
  readonly after: number | null;
  /** The event that the reader has seen at the position `after`. */
  readonly afterId?: string | undefined;
  readonly size: number;
  /** Each once. */
  readonly types?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
}

/** The events of a page, and where it begins. */
interface PageOptions extends FeedOptions {
  /** Instant text: only events that occurred then or later. */
  readonly since?: string | undefined;
}

interface FeedPage {
  readonly events: Event[];
  readonly hasMore: boolean;
  readonly end: FeedPosition;
}

export interface FeedPosition {
  /** 0 before the first event. */
  readonly sequence: number;
  /** The event there; undefined if it is not stored. */
  readonly id: string | undefined;
}

/**
 * A page of the feed. The last page ends at the end of the feed, whatever the filters let through, so that a reader who
 * polls keeps up. Null if events after `after` are no longer stored, if the feed ends before it, or if it is another
 * event's: a feed that was restored from a backup gives its numbers again.
 */
export async function readFeed(db: Reader, actor: TenantActor, options: FeedOptions): Promise<FeedPage | null> {
  const { after, afterId, size } = options;
  const rows = await readRows(db, actor, options);
  const { head = 0, headId = null, next = null, storedId = null } = rows[0] ?? {};
  if (after !== null && (after > head || after + 1 < (next ?? head + 1))) return null;
  if (afterId !== undefined && storedId !== null && afterId !== storedId) return null;
  const found = rows.flatMap(({ id, ...row }): EventRow[] => (id === null ? [] : [{ ...row, id }]));
  const shown = found.slice(0, size);
  const hasMore = found.length > size;
  const end = (hasMore && shown.at(-1)) || { sequence: head, id: headId ?? undefined };
  return { events: shown.map(eventMessage), hasMore, end };
}

/**
 * The position before the first event that occurred at or after an instant, of those that the filters let through;
 * without one, the end of the feed.
 */
export async function positionSince(
  db: Reader,
  actor: TenantActor,
  { since, ...filters }: Pick<FeedOptions, 'types' | 'resourceId'> & { readonly since: string },
): Promise<number> {
  const [first] = await readRows(db, actor, { ...filters, since, after: 0, size: 0 });
  if (typeof first?.sequence === 'number') return first.sequence - 1;
  return first?.head ?? 0;
}

/** The end of the feed. */
export async function endOfFeed(db: Reader, { institutionId }: TenantActor): Promise<FeedPosition> {
  const [head] = await db.rows(HEAD, { institutionId });
  return { sequence: head?.sequence ?? 0, id: head?.id ?? undefined };
}

/**
 * With many types, most of a page is near the position. It is searched there first, because the cost of a look-up per
 * type grows with the number of types.
 */
async function readRows(db: Reader, { institutionId }: TenantActor, options: PageOptions) {
  const { size, types = [], resourceId = NO_RESOURCE, since = '-infinity' } = options;
  const after = options.after ?? 0;
  const filters = FILTERS.filter((filter) => options[filter] !== undefined);
  const values = {
    institutionId,
    after,
    limit: size + 1,
    types,
    resourceId: isUuid(resourceId) ? resourceId : NO_RESOURCE,
    since,
  };
  const read = (pages: typeof PAGES) => {
    const page = pages.get(purposeOf(filters));
    if (!page) throw new Error('no statement for this choice of filters');
    return db.rows(page, values);
  };
  if (options.resourceId === undefined && types.length >= MANY_TYPES) {
    const near = await read(NEAR_PAGES);
    const { head = 0 } = near[0] ?? {};
    // A page without an event is one row, too.
    if (near.filter(({ id }) => id !== null).length > size || head - after <= NEAR) return near;
  }
  return read(PAGES);
}

const MANY_TYPES = 4;
/** How many events after the position count as near. */
const NEAR = 500;

/** No event has it. */
const NO_RESOURCE = '00000000-0000-0000-0000-000000000000';

const FILTERS = ['resourceId', 'types', 'since'] as const;
type Filter = (typeof FILTERS)[number];

const PARAMETERS = {
  institutionId: uuid(),
  after: bigint(),
  limit: bigint(),
  resourceId: uuid(),
  types: text().array(),
  since: instant(),
};
type Named = Placeholders<typeof PARAMETERS>;

/** The end of the feed. The time of the last event is the head's, and names the day of its partition. */
const head = (institutionId: string) => `SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = ${institutionId} AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = ${institutionId}`;

const HEAD = sqlStatement(feedHeads, 'end', {
  parameters: { institutionId: uuid() },
  result: { sequence: bigint(), id: uuid().nullable() },
  text: ($) => head($.institutionId),
});

/** The last sequence of an institution's feed; 0 for an empty one. */
export async function feedPosition(db: Reader, institutionId: string): Promise<number> {
  return (await db.rows(HEAD, { institutionId }))[0]?.sequence ?? 0;
}

const RESULT = {
  head: bigint(),
  headId: uuid().nullable(),
  next: bigint().nullable(),
  storedId: uuid().nullable(),
  ...typesOf(events, SHOWN),
  id: uuid().nullable(),
};

/**
 * The end of the feed, the event at the position and the next one, and the page, all in one snapshot: at least one row.
 */
function declarePage(filters: readonly Filter[], purpose: string, pageOf: typeof filtered) {
  const isTaken = (name: string) => !FILTERS.some((filter) => filter === name && !filters.includes(filter));
  return sqlStatement(events, purpose, {
    // Other parameters may be passed; they are not sent.
    parameters: Object.fromEntries(Object.entries(PARAMETERS).filter(([name]) => isTaken(name))) as typeof PARAMETERS,
    result: RESULT,
    text: ($) => `SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId"${filters.includes('since') ? `,\n       (${recordedSince($)}) AS since` : ''}
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > ${$.after}) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = ${$.after}))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = ${$.institutionId} AND p.sequence >= ${$.after} ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (${head($.institutionId)}) AS h ON true
   ) AS f LEFT JOIN LATERAL (${pageOf($, filters)}) AS e ON true
   ORDER BY e.sequence`,
  });
}

/**
 * The position before everything that occurred since the instant, so that the scan starts there and reads nothing
 * older. The clocks of services may differ from the recorder's by a minute.
 */
const recordedSince = ($: Named) => `SELECT s.sequence - 1 FROM events s
        WHERE s.institution_id = ${$.institutionId} AND s.recorded_at >= ${$.since}::timestamptz - interval '1 minute'
        ORDER BY s.recorded_at, s.sequence LIMIT 1`;

function filtered($: Named, filters: readonly Filter[]): string {
  const [ofResource, ofTypes] = FILTERS.map((filter) => filters.includes(filter));
  const { from, since } = beginOf($, filters);
  const page = (condition: string) => pageFrom($, from, condition + since);
  if (ofResource) return page(` AND e.resource_id = ${$.resourceId}${ofTypes ? ` AND e.type = ANY(${$.types})` : ''}`);
  if (!ofTypes) return page('');
  return `SELECT p.* FROM unnest(${$.types}) AS t(type)
     CROSS JOIN LATERAL (${page(' AND e.type = t.type')}) AS p
     ORDER BY p.sequence LIMIT ${$.limit}`;
}

/** Searches for the types among the next events. */
function filteredNear($: Named, filters: readonly Filter[]): string {
  const { from, since } = beginOf($, filters);
  return `SELECT m.* FROM (
     SELECT ${columnsOf(events, 'e', SHOWN)}
     FROM events e
     WHERE e.institution_id = ${$.institutionId} AND e.sequence > ${from}${since}
     ORDER BY e.sequence LIMIT ${NEAR}) AS m
   WHERE m.type = ANY(${$.types}) ORDER BY m.sequence LIMIT ${$.limit}`;
}

/** The position where a page begins, and the condition on its row. */
function beginOf($: Named, filters: readonly Filter[]) {
  if (!filters.includes('since')) return { from: $.after, since: '' };
  return { from: `greatest(${$.after}, coalesce(f.since, f.head))`, since: ` AND e.occurred_at >= ${$.since}` };
}

/**
 * A page from a position on. The larger limit is a literal: PostgreSQL assumes that an unknown limit returns a tenth of
 * all rows, and might sort them. No condition names the day: it would seem so selective that the feed's index looked
 * cheaper than those of types and resources.
 * @param condition beside those on the position
 */
const pageFrom = ($: Named, from: string, condition: string) => `SELECT m.* FROM (
     SELECT ${columnsOf(events, 'e', SHOWN)}
     FROM events e
     WHERE e.institution_id = ${$.institutionId} AND e.sequence > ${from}${condition}
     ORDER BY e.sequence LIMIT ${MAX_ROWS}) AS m
   ORDER BY m.sequence LIMIT ${$.limit}`;

/** The largest page, and the row that shows whether there are more. */
const MAX_ROWS = 101;

const purposeOf = (filters: readonly Filter[]) => ['page', ...filters.map(storedName)].join('_');

const choices: Filter[][] = [[]];
for (const filter of FILTERS) choices.push(...choices.map((given) => [...given, filter]));

/** By purpose, one for each choice of filters. */
const PAGES = new Map(
  choices.map((filters) => [purposeOf(filters), declarePage(filters, purposeOf(filters), filtered)]),
);
const NEAR_PAGES = new Map(
  choices
    .filter((filters) => filters.includes('types') && !filters.includes('resourceId'))
    .map((filters) => [purposeOf(filters), declarePage(filters, `${purposeOf(filters)}_near`, filteredNear)]),
);
