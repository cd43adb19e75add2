import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';
import type { AppointmentTypeState } from '../domain/appointment.ts';

/** Those of the ids that the institution has, each once, in no order. */
export async function listTypesByIds(
  db: Reader,
  actor: TenantActor,
  ids: readonly string[],
): Promise<AppointmentTypeState[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(LIST_BY_IDS, [actor.institutionId, possible]);
}

/** One more than the page holds, by name and id. */
export function listTypes(
  db: Reader,
  actor: TenantActor,
  { sort, id, limit }: Keyset,
): Promise<AppointmentTypeState[]> {
  return db.rows(LIST, [actor.institutionId, sort, id, limit]);
}

const LIST_BY_IDS = statement(
  'appointment_types_by_ids',
  'SELECT t.id, t.name, t.color FROM appointment_types t WHERE t.institution_id = $1 AND t.id = ANY($2::uuid[])',
);

const LIST = statement(
  'appointment_types_list',
  `SELECT t.id, t.name, t.color FROM appointment_types t
   WHERE t.institution_id = $1 AND (t.name, t.id) > ($2, $3)
   ORDER BY t.name, t.id LIMIT $4`,
);
