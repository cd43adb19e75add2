import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import type { LinkKind } from '../domain/appointment-links.ts';
import { APPOINTMENT_COLUMNS } from './appointment-columns.ts';

/** An appointment in a calendar, as it is or was when it was deleted. */
export interface CalendarEntryState extends AppointmentState {
  readonly deleted_at: string | null;
}

interface Calendar {
  readonly kind: LinkKind;
  readonly targetId: string;
  /** Entries that were deleted after it are shown: instant text. */
  readonly deletedAfter: string;
}

/** Entries behind a position, by date_time and id: one more than the page holds. */
export async function listCalendarEntries(
  db: Reader,
  actor: TenantActor,
  { sort, id, limit }: Keyset,
  { kind, targetId, deletedAfter }: Calendar,
): Promise<CalendarEntryState[]> {
  if (!isUuid(targetId)) return [];
  return db.rows(LIST, [actor.institutionId, sort, id, limit, kind, targetId, deletedAfter]);
}

const ENTRIES = `SELECT l.date_time, l.appointment_id FROM appointment_links l
  WHERE l.institution_id = $1 AND l.kind = $5 AND l.target_id = $6 AND (l.date_time, l.appointment_id) > ($2, $3)`;
const IN_ORDER = 'ORDER BY l.date_time, l.appointment_id LIMIT $4';

/** Entries and deleted entries are two runs of one index, each in the order of the page. */
const LIST = statement(
  'calendar_entries_list',
  `SELECT ${APPOINTMENT_COLUMNS}, a.deleted_at FROM appointments a
   WHERE a.institution_id = $1 AND a.id = ANY(ARRAY(
     SELECT entry.appointment_id
     FROM ((${ENTRIES} AND NOT l.is_deleted ${IN_ORDER})
           UNION ALL
           (${ENTRIES} AND l.is_deleted AND (
              SELECT d.deleted_at > $7 FROM appointments d WHERE d.institution_id = $1 AND d.id = l.appointment_id)
            ${IN_ORDER})) AS entry
     ORDER BY entry.date_time, entry.appointment_id LIMIT $4))
   ORDER BY a.date_time, a.id`,
);
