import type { TenantActor } from '../../chassis/actor.ts';
import { boundedPage, type PageRow } from '../../chassis/db/bounded-page.ts';
import { type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import { placeInTime } from '../../chassis/instant.ts';
import type { Keyset } from '../../chassis/paging.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import type { LinkKind } from '../domain/appointment-links.ts';
import { bytesWithout, columnsWithout, type LargePart } from './appointment-columns.ts';

/** Which appointments a list shows: those that meet every filter that is given. */
export interface AppointmentFilters {
  /** Half-open, on date_time: instant text, null for no bound. */
  readonly from: string | null;
  readonly to: string | null;
  /** Every one of them is attached, booked, an organizer, a participant. */
  readonly targets: Readonly<Record<LinkKind, readonly string[]>>;
  /** Instant text. */
  readonly updatedSince: string | null;
}

interface Wanted extends AppointmentFilters {
  /** What of the appointments is not read. */
  readonly omit: readonly LargePart[];
}

/** A page of appointments behind a position, by date_time and id: bounded in bytes, too. */
export async function listAppointments(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  { from, to, targets, updatedSince, omit }: Wanted,
): Promise<(AppointmentState & PageRow)[]> {
  const leads = LEADING.flatMap((kind) => targets[kind].map((targetId) => ({ kind, targetId })));
  if (leads.some(({ targetId }) => !isUuid(targetId))) return [];
  const start =
    from !== null && placeInTime(from) > placeInTime(after.sort) ? [from, BEFORE_ALL_IDS] : [after.sort, after.id];
  const range = [actor.institutionId, ...start, after.limit, to ?? 'infinity', omit];
  const [lead] = leads;
  if (!lead)
    return updatedSince === null ? db.rows(LIST, range) : db.rows(LIST_UPDATED_SINCE, [...range, updatedSince]);
  const ofLead = [...range, lead.kind, lead.targetId];
  if (leads.length === 1 && updatedSince === null) return db.rows(LIST_OF, ofLead);
  const all = [targets.course, targets.room, targets.organizer, targets.user];
  return db.rows(LIST_OF_FILTERED, [...ofLead, updatedSince ?? '-infinity', ...all]);
}

/** Whose entries are walked through, where several are asked for: those of whom there are fewest, as a rule. */
const LEADING: readonly LinkKind[] = ['user', 'organizer', 'course', 'room'];

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

const LIST = statement(
  'appointments_list',
  pageOf(`SELECT * FROM appointments
    WHERE institution_id = $1 AND deleted_at IS NULL AND (date_time, id) > ($2, $3) AND date_time < $5
    ORDER BY date_time, id LIMIT $4`),
);

/** The page's keys come out of the index alone, however few of the appointments have changed; only the page itself is read. */
const LIST_UPDATED_SINCE = statement(
  'appointments_list_updated_since',
  pageOf(
    rowsOf(`SELECT id FROM appointments
      WHERE institution_id = $1 AND deleted_at IS NULL AND (date_time, id) > ($2, $3) AND date_time < $5 AND updated_at >= $7
      ORDER BY date_time, id LIMIT $4`),
  ),
);

const ENTRIES = `SELECT l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = $7 AND l.target_id = $8 AND NOT l.is_deleted
        AND (l.date_time, l.appointment_id) > ($2, $3) AND l.date_time < $5`;
const IN_ORDER = 'ORDER BY l.date_time, l.appointment_id LIMIT $4';

const LIST_OF = statement('appointments_list_of', pageOf(rowsOf(`${ENTRIES} ${IN_ORDER}`)));

/**
 * Walks through the entries of one target, which are in the order of the list, until the page is full. What else is asked is a value of each
 * entry and no join, which the server would like to begin from the other side.
 */
const LIST_OF_FILTERED = statement(
  'appointments_list_of_filtered',
  pageOf(
    rowsOf(`${ENTRIES} AND (
        SELECT e.updated_at >= $9 AND e.course_ids @> $10::uuid[] AND e.room_ids @> $11::uuid[] AND e.organizer_ids @> $12::uuid[]
          AND e.user_ids @> $13::uuid[]
        FROM appointments e WHERE e.institution_id = $1 AND e.id = l.appointment_id)
      ${IN_ORDER}`),
  ),
);

/** The appointments of those ids, which are looked up before anything is read. */
function rowsOf(ids: string): string {
  return `SELECT * FROM appointments WHERE institution_id = $1 AND id = ANY(ARRAY(${ids}))`;
}

function pageOf(rows: string): string {
  return boundedPage({
    columns: columnsWithout('$6'),
    alias: 'a',
    rows,
    order: 'a.date_time, a.id',
    bytes: bytesWithout('$6'),
    limit: '$4',
  });
}
