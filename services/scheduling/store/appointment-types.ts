import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { rowsByIds } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { AppointmentTypeSchema } from '../../../proto/gen/lyceum/scheduling/v1/appointment_type_pb.ts';
import type { AppointmentTypeState } from '../domain/appointment.ts';
import { appointmentTypes } from './tables.ts';

/** Those of the ids that the institution has, each once, in no order. */
export async function listTypesByIds(
  db: Reader,
  { institutionId }: TenantActor,
  ids: readonly string[],
): Promise<AppointmentTypeState[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(BY_IDS, { institutionId, ids: possible });
}

export const appointmentTypeMessage = messageWriter(AppointmentTypeSchema);

const BY_IDS = rowsByIds(appointmentTypes, ['id', 'name', 'color']);
