import type { TenantActor } from '../../chassis/actor.ts';
import { boundedPage, type PageRow } from '../../chassis/db/bounded-page.ts';
import { type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import type { LinkKind } from '../domain/appointment-links.ts';

/** An appointment in a calendar, as it is or was when it was deleted; only what calendars show is read. */
export interface CalendarEntryState extends AppointmentState {
  readonly deleted_at: string | null;
}

interface Calendar {
  readonly kind: LinkKind;
  readonly targetId: string;
  /** Entries that were deleted after it are shown: instant text. */
  readonly deletedAfter: string;
}

/** A page of entries before a position, by date_time and id, the latest first: bounded in bytes, too. */
export async function listCalendarEntries(
  db: Reader,
  actor: TenantActor,
  { sort, id, limit }: Keyset,
  { kind, targetId, deletedAfter }: Calendar,
): Promise<(CalendarEntryState & PageRow)[]> {
  if (!isUuid(targetId)) return [];
  return db.rows(LIST, [actor.institutionId, sort, id, limit, kind, targetId, deletedAfter]);
}

/** What tells one state of a calendar's latest entries from another. */
export interface CalendarVersion {
  readonly count: number;
  /** Instant text; null without entries. */
  readonly latest_change: string | null;
  /** Of all revisions, whatever their order: another one with every change, those within one millisecond too. */
  readonly revisions: string;
  readonly organizer_ids: readonly string[];
  readonly room_ids: readonly string[];
}

/** @param entriesAtMost how many of the latest entries count */
export async function readCalendarVersion(
  db: Reader,
  actor: TenantActor,
  { kind, targetId, deletedAfter }: Calendar,
  entriesAtMost: number,
): Promise<CalendarVersion> {
  const values = [actor.institutionId, 'infinity', AFTER_ALL_IDS, entriesAtMost, kind, targetId, deletedAfter];
  const [version] = isUuid(targetId) ? await db.rows<CalendarVersion>(VERSION, values) : [];
  return version ?? { count: 0, latest_change: null, revisions: '0', organizer_ids: [], room_ids: [] };
}

/** No id is behind it. */
export const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const ENTRIES = `SELECT l.date_time, l.appointment_id FROM appointment_links l
  WHERE l.institution_id = $1 AND l.kind = $5 AND l.target_id = $6 AND (l.date_time, l.appointment_id) < ($2, $3)`;
const LATEST_FIRST = 'ORDER BY l.date_time DESC, l.appointment_id DESC LIMIT $4';

/** Entries and deleted entries are two runs of one index, each walked backwards from its end. */
const LATEST = `SELECT entry.appointment_id
    FROM ((${ENTRIES} AND NOT l.is_deleted ${LATEST_FIRST})
          UNION ALL
          (${ENTRIES} AND l.is_deleted AND (
             SELECT d.deleted_at > $7 FROM appointments d WHERE d.institution_id = $1 AND d.id = l.appointment_id)
           ${LATEST_FIRST})) AS entry
    ORDER BY entry.date_time DESC, entry.appointment_id DESC LIMIT $4`;
const APPOINTMENTS = `appointments WHERE institution_id = $1 AND id = ANY(ARRAY(${LATEST}))`;

const LIST = statement(
  'calendar_entries_list',
  boundedPage({
    columns: `a.id, a.title, a.notes, a.date_time, a.duration, a.is_online, a.is_hybrid, a.online_address, a.address, a.address_is_own,
      a.location, a.provider, '{}'::uuid[] AS layer_ids, '{}'::uuid[] AS course_ids, a.room_ids, '{}'::uuid[] AS setup_ids,
      a.organizer_ids[1:1] AS organizer_ids, '{}'::uuid[] AS user_ids, '{}'::uuid[] AS user_group_ids, a.creator_user_id,
      NULL AS appointment_type, a.sequence, a.revision, a.created_at, a.updated_at, a.deleted_at`,
    alias: 'a',
    rows: `SELECT * FROM ${APPOINTMENTS}`,
    order: 'a.date_time DESC, a.id DESC',
    bytes: '500 + coalesce(octet_length(a.notes), 0) + 40 * cardinality(a.room_ids)',
    limit: '$4',
  }),
);

const VERSION = statement(
  'calendar_version',
  `WITH shown AS MATERIALIZED (SELECT updated_at, revision, organizer_ids[1] AS organizer_id, room_ids FROM ${APPOINTMENTS})
   SELECT count(*)::integer AS count, max(updated_at) AS latest_change,
     coalesce(bit_xor(uuid_hash_extended(revision, 0)), 0)::text AS revisions,
     ARRAY(SELECT DISTINCT organizer_id FROM shown WHERE organizer_id IS NOT NULL ORDER BY organizer_id) AS organizer_ids,
     ARRAY(SELECT DISTINCT room_id FROM shown, unnest(room_ids) AS room_id ORDER BY room_id) AS room_ids
   FROM shown`,
);
