import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  boundedPage,
  type ChangedKeys,
  type Column,
  changedKeys,
  instant,
  limited,
  type PageRow,
  type ParameterTypes,
  type Placeholders,
  rowsWithIds,
  sqlStatement,
  text,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { sortableEpochMs } from '../../../platform/core/instant.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { PAGE_BYTES } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import type { LinkKind } from '../domain/appointment-links.ts';
import { APPOINTMENT, bytesWithout, columnsWithout, type LargePart } from './appointment-columns.ts';
import { appointments } from './tables.ts';

/** The filters of a list: an appointment must match every one that is set. */
export interface AppointmentFilters {
  /** Half-open, on date_time: instant text, null for no bound. */
  readonly from: string | null;
  readonly to: string | null;
  /** All of them must be attached (courses), booked (rooms), organizers or participants. */
  readonly targets: Readonly<Record<TargetKind, readonly string[]>>;
  /** The groups of the participant, who takes part where one of them is invited, too. */
  readonly groupIds: readonly string[];
  /** Instant text. */
  readonly updatedSince: string | null;
  /** Null for all. */
  readonly ids: readonly string[] | null;
}

type TargetKind = Exclude<LinkKind, 'group'>;

interface ListOptions extends AppointmentFilters {
  /** Parts of the appointments that are not read. */
  readonly omit: readonly LargePart[];
}

/** A page of appointments after a position, by date_time and id; bounded in bytes, too. */
export async function listAppointments(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  { from, to, targets, groupIds, updatedSince, ids, omit }: ListOptions,
): Promise<(AppointmentState & PageRow)[]> {
  const leads = LEADING.flatMap((kind) => targets[kind].map((targetId) => ({ kind, targetId })));
  if (leads.some(({ targetId }) => !isUuid(targetId))) return [];
  const start =
    from !== null && sortableEpochMs(from) > sortableEpochMs(after.sort) ? { sort: from, id: BEFORE_ALL_IDS } : after;
  const range = { institutionId, limit: after.limit, sort: start.sort, id: start.id, to: to ?? 'infinity', omit };
  const of = {
    courseIds: targets.course,
    roomIds: targets.room,
    organizerIds: targets.organizer,
    userIds: targets.user,
    groupIds,
  };
  if (ids !== null) return db.rows(LIST_WITH_IDS, { ...range, ...of, ids, updatedSince: updatedSince ?? '-infinity' });
  // A user in groups has the entries of many lists; another filter has one list.
  const lead = (groupIds.length > 0 ? leads[1] : undefined) ?? leads[0];
  if (!lead)
    return updatedSince === null ? db.rows(LIST, range) : db.rows(LIST_UPDATED_SINCE, { ...range, updatedSince });
  if (lead.kind === 'user' && groupIds.length > 0)
    return db.rows(LIST_OF_PERSON, { ...range, userId: lead.targetId, groupIds, updatedSince });
  if (leads.length === 1 && updatedSince === null) return db.rows(LIST_OF, { ...range, ...lead });
  const filtered = { ...range, ...lead, ...of };
  return updatedSince === null
    ? db.rows(LIST_OF_FILTERED, filtered)
    : db.rows(LIST_OF_UPDATED_SINCE, { ...filtered, updatedSince });
}

/** Whose entries are scanned if the filter names several: usually the kind with the fewest entries. */
const LEADING: readonly TargetKind[] = ['user', 'organizer', 'course', 'room'];

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

const RANGE = { ...POSITION, sort: instant(), to: instant(), omit: text().array() };
const OF_TARGET = { ...RANGE, kind: text(), targetId: uuid() };

const LIST = page('list', RANGE, ($) =>
  limited(
    `SELECT * FROM appointments
    WHERE institution_id = ${$.institutionId} AND deleted_at IS NULL AND (date_time, id) > (${$.sort}, ${$.id}) AND date_time < ${$.to}
    ORDER BY date_time, id`,
    $.limit,
  ),
);

/**
 * The page's keys come from indexes alone, even if few of the appointments have changed; only the page itself is read.
 */
const LIST_UPDATED_SINCE = page('list_updated_since', { ...RANGE, updatedSince: instant() }, ($) =>
  rowsOf(
    $,
    idsOfChanged($, {
      behind: `FROM appointments t
        WHERE t.institution_id = ${$.institutionId} AND t.deleted_at IS NULL AND (t.date_time, t.id) > (${$.sort}, ${$.id})
          AND t.date_time < ${$.to}`,
      order: ['t.date_time', 't.id'],
    }),
  ),
);

const LIST_OF = page('list_of', OF_TARGET, ($) =>
  rowsOf($, limited(`SELECT l.appointment_id ${entries($)} ORDER BY l.date_time, l.appointment_id`, $.limit)),
);

const PERSON = { ...RANGE, userId: uuid(), groupIds: uuids(), updatedSince: instant().nullable() };

/**
 * The entries of a participant and of the groups that they belong to, each appointment once: from each of the lists, at
 * most the page's number of entries.
 */
const LIST_OF_PERSON = page('list_of_person', PERSON, ($) =>
  rowsOf(
    $,
    `SELECT entry.appointment_id FROM (
      SELECT DISTINCT e.date_time, e.appointment_id
      FROM (SELECT 'user' AS kind, ${$.userId}::uuid AS target_id UNION ALL SELECT 'group', unnest(${$.groupIds}::uuid[])) AS t
      CROSS JOIN LATERAL (${limited(
        `SELECT l.date_time, l.appointment_id ${entriesOf($, ['t.kind', 't.target_id'])}
          AND (${$.updatedSince}::timestamptz IS NULL OR ${ofEntry($, `e.updated_at >= ${$.updatedSince}`)})
        ORDER BY l.date_time, l.appointment_id`,
        $.limit,
      )}) AS e) AS entry
    ORDER BY entry.date_time, entry.appointment_id LIMIT ${$.limit}`,
  ),
);

const TARGETS = { courseIds: uuids(), roomIds: uuids(), organizerIds: uuids(), userIds: uuids(), groupIds: uuids() };
const FILTERED = { ...OF_TARGET, ...TARGETS };

/**
 * Scans the entries of one target, which are in the order of the list, until the page is full. The other filters are
 * scalar subqueries on each entry rather than a join, because the planner would start a join from the other side.
 */
const LIST_OF_FILTERED = page('list_of_filtered', FILTERED, ($) =>
  rowsOf($, pageOf(`${entries($)} AND ${ofEntry($, hasTargets($, 'e'))}`, $)),
);

const LIST_OF_UPDATED_SINCE = page('list_of_updated_since', { ...FILTERED, updatedSince: instant() }, ($) =>
  rowsOf(
    $,
    idsOfChanged($, {
      behind: entries($),
      order: ['l.date_time', 'l.appointment_id'],
      isShown: ofEntry($, `e.updated_at >= ${$.updatedSince} AND ${hasTargets($, 'e')}`),
      others: ['t.course_ids', 't.room_ids', 't.organizer_ids', 't.user_ids', 't.user_group_ids'],
      isAmong: hasTargets($, 'c'),
    }),
  ),
);

const LIST_WITH_IDS = page('list_with_ids', { ...RANGE, ...TARGETS, ids: uuids(), updatedSince: instant() }, ($) =>
  limited(
    `SELECT * FROM ${rowsWithIds(appointments, $)} w
    WHERE w.deleted_at IS NULL AND (w.date_time, w.id) > (${$.sort}, ${$.id}) AND w.date_time < ${$.to}
      AND w.updated_at >= ${$.updatedSince} AND ${hasTargets($, 'w')}
    ORDER BY w.date_time, w.id`,
    $.limit,
  ),
);

/** Whether an appointment, `alias`, matches all targets. */
function hasTargets($: Placeholders<typeof TARGETS>, alias: string): string {
  return `${alias}.course_ids @> ${$.courseIds} AND ${alias}.room_ids @> ${$.roomIds}
        AND ${alias}.organizer_ids @> ${$.organizerIds}
        AND (${alias}.user_ids @> ${$.userIds} OR ${alias}.user_group_ids && ${$.groupIds})`;
}

/** A condition on the appointment `e` of a link `l`. */
function ofEntry($: Placeholders<typeof RANGE>, condition: string): string {
  return `(SELECT ${condition} FROM appointments e WHERE e.institution_id = ${$.institutionId} AND e.id = l.appointment_id)`;
}

/** The entries of a target after the position: FROM and WHERE. */
function entries($: Placeholders<typeof OF_TARGET>): string {
  return entriesOf($, [$.kind, $.targetId]);
}

function entriesOf($: Placeholders<typeof RANGE>, [kind, targetId]: readonly [string, string]): string {
  return `FROM appointment_links l
      WHERE l.institution_id = ${$.institutionId} AND l.kind = ${kind} AND l.target_id = ${targetId} AND NOT l.is_deleted
        AND (l.date_time, l.appointment_id) > (${$.sort}, ${$.id}) AND l.date_time < ${$.to}`;
}

/** The ids of a page of such entries. */
function pageOf(found: string, $: Placeholders<typeof RANGE>): string {
  return `SELECT l.appointment_id ${found} ORDER BY l.date_time, l.appointment_id LIMIT ${$.limit}`;
}

type Changed = Pick<ChangedKeys, 'behind' | 'order' | 'isShown' | 'isAmong'>;

/** The ids of a page of changed appointments. */
function idsOfChanged(
  $: Placeholders<typeof RANGE & { updatedSince: Column<string> }>,
  { others = [], isAmong, ...walk }: Changed & { readonly others?: readonly string[] },
): string {
  return `SELECT id FROM (${changedKeys({
    $,
    ...walk,
    changes: `FROM appointments t WHERE t.institution_id = ${$.institutionId} AND t.deleted_at IS NULL`,
    changed: ['t.date_time', 't.id', ...others],
    isAmong: [`c.sort < ${$.to}`, isAmong ?? 'true'].join(' AND '),
  })}) AS page`;
}

/** The appointments with those ids, which are all determined before any appointment is read. */
function rowsOf($: Placeholders<typeof RANGE>, ids: string): string {
  return `SELECT * FROM appointments WHERE institution_id = ${$.institutionId} AND id = ANY(ARRAY(${ids}))`;
}

function page<const P extends ParameterTypes>(
  purpose: string,
  parameters: P & typeof RANGE,
  rows: ($: Placeholders<P & typeof RANGE>) => string,
) {
  return sqlStatement(appointments, purpose, {
    parameters,
    result: { ...APPOINTMENT, hasNext: boolean() },
    text: ($) =>
      boundedPage({
        columns: columnsWithout($.omit),
        alias: 'a',
        rows: rows($),
        order: 'a.date_time, a.id',
        maxBytes: PAGE_BYTES,
        bytes: bytesWithout($.omit),
        limit: $.limit,
      }),
  });
}
