import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { bigint, instant, text, uuid } from '../../../platform/data/schema/column.ts';
import { storedName } from '../../../platform/data/schema/table.ts';
import { columnsOf, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { type Placeholders, sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import type { Event } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { type EventRow, eventMessage, SHOWN } from './events.ts';
import { events } from './tables.ts';

interface FeedOptions {
  /** The place behind which the page begins; null for the oldest event that is kept. */
  readonly after: number | null;
  readonly size: number;
  /** Each once. */
  readonly types?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
  /** Instant text. */
  readonly since?: string | undefined;
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
export async function readFeed(db: Reader, actor: TenantActor, options: FeedOptions): Promise<FeedPage | null> {
  const { after, size } = options;
  const rows = await readRows(db, actor, options);
  const { head = 0, next = null } = rows[0] ?? {};
  if (after !== null && (after > head || after + 1 < (next ?? head + 1))) return null;
  const found = rows.flatMap(({ id, ...row }): EventRow[] => (id === null ? [] : [{ ...row, id }]));
  const shown = found.slice(0, size);
  const hasMore = found.length > size;
  const last = shown.at(-1)?.sequence ?? 0;
  return { events: shown.map(eventMessage), hasMore, endSequence: BigInt(hasMore ? last : Math.max(head, last)) };
}

/** Of many types a page is mostly near: it is looked for there first, since a lookup for each type costs the more the more there are. */
async function readRows(db: Reader, { institutionId }: TenantActor, options: FeedOptions) {
  const { size, types = [], resourceId = NOBODY, since = '-infinity' } = options;
  const after = options.after ?? 0;
  const filters = FILTERS.filter((filter) => options[filter] !== undefined);
  const values = {
    institutionId,
    after,
    limit: size + 1,
    types,
    resourceId: isUuid(resourceId) ? resourceId : NOBODY,
    since,
  };
  const read = (pages: typeof PAGES) => {
    const page = pages.get(purposeOf(filters));
    if (!page) throw new Error('there is a statement for each choice of filters');
    return db.rows(page, values);
  };
  if (options.resourceId === undefined && types.length >= MANY_TYPES) {
    const near = await read(NEAR_PAGES);
    const { head = 0 } = near[0] ?? {};
    if (near.length > size || head - after <= NEAR) return near;
  }
  return read(PAGES);
}

const MANY_TYPES = 4;
/** How many events behind the place are near. */
const NEAR = 500;

/** No event's resource. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

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

const RESULT = {
  head: bigint(),
  next: bigint().nullable(),
  ...typesOf(events, SHOWN),
  id: uuid().nullable(),
};

/**
 * The end of the feed, its first event behind the place, and the page, all as of one moment: one row at least. Planned once, since a plan over the partitions
 * of all days takes longer to make than to carry out.
 */
function declarePage(filters: readonly Filter[], purpose: string, pageOf: typeof filtered) {
  const isTaken = (name: string) => !FILTERS.some((filter) => filter === name && !filters.includes(filter));
  return sqlStatement(events, purpose, {
    // The others are given, too, and not sent.
    parameters: Object.fromEntries(Object.entries(PARAMETERS).filter(([name]) => isTaken(name))) as typeof PARAMETERS,
    result: RESULT,
    isPlannedOnce: true,
    text: ($) => `SELECT f.head, f.next, e.*
   FROM (
     SELECT coalesce((SELECT h.sequence FROM feed_heads h WHERE h.institution_id = ${$.institutionId}), 0) AS head,
       (SELECT n.sequence FROM events n WHERE n.institution_id = ${$.institutionId} AND n.sequence > ${$.after}
        ORDER BY n.sequence LIMIT 1) AS next${filters.includes('since') ? `,\n       (${recordedSince($)}) AS since` : ''}
   ) AS f LEFT JOIN LATERAL (${pageOf($, filters)}) AS e ON true
   ORDER BY e.sequence`,
  });
}

/**
 * The place behind which there is all that occurred since the instant, so that a page is looked for from there and nothing older is read; the clocks of services
 * may differ from that of the recorder by a minute.
 */
const recordedSince = ($: Named) => `SELECT s.sequence - 1 FROM events s
        WHERE s.institution_id = ${$.institutionId} AND s.recorded_at >= ${$.since} - interval '1 minute'
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

/** Of the types, what is among the next events. */
function filteredNear($: Named, filters: readonly Filter[]): string {
  const { from, since } = beginOf($, filters);
  return `SELECT m.* FROM (
     SELECT ${columnsOf(events, 'e', SHOWN)}
     FROM events e
     WHERE e.institution_id = ${$.institutionId} AND e.sequence > ${from}${since}
     ORDER BY e.sequence LIMIT ${NEAR}) AS m
   WHERE m.type = ANY(${$.types}) ORDER BY m.sequence LIMIT ${$.limit}`;
}

/** The place behind which a page begins, and the condition on what stands there. */
function beginOf($: Named, filters: readonly Filter[]) {
  if (!filters.includes('since')) return { from: $.after, since: '' };
  return { from: `greatest(${$.after}, coalesce(f.since, f.head))`, since: ` AND e.occurred_at >= ${$.since}` };
}

/**
 * A page from a place on. The larger limit is written out, since PostgreSQL takes a limit that it does not know for a tenth of all rows, and might sort them.
 * No condition names the day: it would seem to leave so little that the index of the feed looked cheaper than those of types and resources.
 * @param condition beside those of the place
 */
const pageFrom = ($: Named, from: string, condition: string) => `SELECT m.* FROM (
     SELECT ${columnsOf(events, 'e', SHOWN)}
     FROM events e
     WHERE e.institution_id = ${$.institutionId} AND e.sequence > ${from}${condition}
     ORDER BY e.sequence LIMIT ${ROWS_AT_MOST}) AS m
   ORDER BY m.sequence LIMIT ${$.limit}`;

/** The largest page, and the row that tells whether there are more. */
const ROWS_AT_MOST = 101;

const purposeOf = (filters: readonly Filter[]) => ['page', ...filters.map(storedName)].join('_');

const choices: Filter[][] = [[]];
for (const filter of FILTERS) choices.push(...choices.map((given) => [...given, filter]));

/** By their purpose, one for each choice of filters. */
const PAGES = new Map(
  choices.map((filters) => [purposeOf(filters), declarePage(filters, purposeOf(filters), filtered)]),
);
const NEAR_PAGES = new Map(
  choices
    .filter((filters) => filters.includes('types') && !filters.includes('resourceId'))
    .map((filters) => [purposeOf(filters), declarePage(filters, `${purposeOf(filters)}_near`, filteredNear)]),
);
