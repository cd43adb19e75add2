import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { importTable } from '../../../platform/data/import-table.ts';
import { rowsByIds } from '../../../platform/data/statements/row-statements.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import type { AppointmentType } from '../../../proto/gen/lyceum/scheduling/v1/appointment_type_pb.ts';
import type { AppointmentTypeState } from '../domain/appointment.ts';
import { listRows } from './statements.ts';
import { appointmentTypes } from './tables.ts';

export const APPOINTMENT_TYPES = importTable(appointmentTypes);

/** Those of the ids that the institution has, each once, in no order. */
export async function listTypesByIds(
  db: Reader,
  { institutionId }: TenantActor,
  ids: readonly string[],
): Promise<AppointmentTypeState[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(BY_IDS, { institutionId, ids: possible });
}

/** One more than the page holds, by name and id. */
export function listTypes(db: Reader, { institutionId }: TenantActor, after: Keyset): Promise<AppointmentTypeState[]> {
  return db.rows(LIST, { institutionId, ...after });
}

export function appointmentTypeMessage({ id, name, color }: AppointmentTypeState): AppointmentType {
  return { $typeName: 'lyceum.scheduling.v1.AppointmentType', id, name, color: color ?? undefined };
}

const SHOWN = ['id', 'name', 'color'] as const;

const BY_IDS = rowsByIds(appointmentTypes, SHOWN);
const LIST = listRows(appointmentTypes, 'list', { columns: SHOWN, order: 'name' });
