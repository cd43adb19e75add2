import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  boundedPage,
  instant,
  integer,
  type PageRow,
  type Placeholders,
  sqlStatement,
  text,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { PAGE_BYTES } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import type { LinkKind } from '../domain/appointment-links.ts';
import { APPOINTMENT, appointmentColumns } from './appointment-columns.ts';
import { appointments } from './tables.ts';

/**
 * An appointment in a calendar, as it is or as it was when it was deleted; of its large parts, only those that
 * calendars show are read.
 */
export interface CalendarEntryState extends AppointmentState {
  readonly deletedAt: string | null;
}

export interface Calendar {
  /** The kinds of entries of the target, and the groups whose entries it has, too: each appointment once. */
  readonly kinds: readonly LinkKind[];
  readonly targetId: string;
  readonly groupIds: readonly string[];
  /** Entries deleted after this instant (text) are included. */
  readonly deletedAfter: string;
}

/** A page of entries before a position, by date_time and id, latest first; bounded in bytes, too. */
export async function listCalendarEntries(
  db: Reader,
  { institutionId }: TenantActor,
  before: Keyset,
  calendar: Calendar,
): Promise<(CalendarEntryState & PageRow)[]> {
  return isUuid(calendar.targetId) ? db.rows(LIST, { institutionId, ...before, ...targetsOf(calendar) }) : [];
}

/** The values that identify one state of a calendar's latest entries. */
export interface CalendarVersion {
  readonly count: number;
  /** Instant text; null without entries. */
  readonly latestChange: string | null;
  /** Combines all revisions, in any order: differs after every change, even within one millisecond. */
  readonly revisions: string;
  readonly organizerIds: readonly string[];
  readonly roomIds: readonly string[];
}

/** @param maxEntries how many of the latest entries count */
export async function readCalendarVersion(
  db: Reader,
  { institutionId }: TenantActor,
  calendar: Calendar,
  maxEntries: number,
): Promise<CalendarVersion> {
  const end = { sort: 'infinity', id: AFTER_ALL_IDS, limit: maxEntries };
  const [version] = isUuid(calendar.targetId)
    ? await db.rows(VERSION, { institutionId, ...end, ...targetsOf(calendar) })
    : [];
  return version ?? { count: 0, latestChange: null, revisions: '0', organizerIds: [], roomIds: [] };
}

function targetsOf({ kinds, targetId, groupIds, deletedAfter }: Calendar) {
  return {
    kinds: [...kinds, ...groupIds.map(() => 'group')],
    targetIds: [...kinds.map(() => targetId), ...groupIds],
    deletedAfter,
  };
}

/** No id sorts after it. */
export const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const PAGE = {
  ...POSITION,
  sort: instant(),
  kinds: text().array(),
  targetIds: uuids(),
  deletedAfter: instant(),
};

/**
 * The latest entries' appointments. Live and deleted entries of a target are two ranges of one index, each scanned
 * backwards from its end.
 */
function latestAppointments($: Placeholders<typeof PAGE>): string {
  const run = (condition: string) => `(SELECT l.date_time, l.appointment_id FROM appointment_links l
      WHERE l.institution_id = ${$.institutionId} AND l.kind = t.kind AND l.target_id = t.target_id
        AND (l.date_time, l.appointment_id) < (${$.sort}, ${$.id}) AND ${condition}
      ORDER BY l.date_time DESC, l.appointment_id DESC LIMIT ${$.limit})`;
  const isShown = `(SELECT d.deleted_at > ${$.deletedAfter} FROM appointments d
        WHERE d.institution_id = ${$.institutionId} AND d.id = l.appointment_id)`;
  const latest = `SELECT entry.appointment_id FROM (
      SELECT DISTINCT e.date_time, e.appointment_id FROM unnest(${$.kinds}, ${$.targetIds}) AS t (kind, target_id)
      CROSS JOIN LATERAL (${run('NOT l.is_deleted')} UNION ALL ${run(`l.is_deleted AND ${isShown}`)}) AS e) AS entry
    ORDER BY entry.date_time DESC, entry.appointment_id DESC LIMIT ${$.limit}`;
  return `appointments WHERE institution_id = ${$.institutionId} AND id = ANY(ARRAY(${latest}))`;
}

const NO_IDS = "'{}'::uuid[]";

const LIST = sqlStatement(appointments, 'calendar_entries', {
  parameters: PAGE,
  result: { ...APPOINTMENT, deletedAt: appointments.columns.deletedAt, hasNext: boolean() },
  text: ($) =>
    boundedPage({
      columns: `a.deleted_at AS "deletedAt", ${appointmentColumns({
        layerIds: NO_IDS,
        courseIds: NO_IDS,
        setupIds: NO_IDS,
        organizerIds: 'a.organizer_ids[1:1]',
        userIds: NO_IDS,
        userGroupIds: NO_IDS,
        appointmentType: 'NULL::json',
      })}`,
      alias: 'a',
      rows: `SELECT * FROM ${latestAppointments($)}`,
      order: 'a.date_time DESC, a.id DESC',
      maxBytes: PAGE_BYTES,
      bytes: '500 + coalesce(octet_length(a.notes), 0) + 40 * cardinality(a.room_ids)',
      limit: $.limit,
    }),
});

const VERSION = sqlStatement(appointments, 'calendar_version', {
  parameters: PAGE,
  result: {
    count: integer(),
    latestChange: instant().nullable(),
    revisions: text(),
    organizerIds: uuids(),
    roomIds: uuids(),
  },
  text: (
    $,
  ) => `WITH shown AS MATERIALIZED (SELECT updated_at, revision, organizer_ids[1] AS organizer_id, room_ids FROM ${latestAppointments($)})
   SELECT count(*)::integer AS count, max(updated_at) AS "latestChange",
     coalesce(bit_xor(uuid_hash_extended(revision, 0)), 0)::text AS revisions,
     ARRAY(SELECT DISTINCT organizer_id FROM shown WHERE organizer_id IS NOT NULL ORDER BY organizer_id) AS "organizerIds",
     ARRAY(SELECT DISTINCT room_id FROM shown, unnest(room_ids) AS room_id ORDER BY room_id) AS "roomIds"
   FROM shown`,
});
