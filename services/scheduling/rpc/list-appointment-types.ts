import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { AppointmentTypeService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_type_pb.ts';
import { appointmentTypeMessage, listTypes } from '../store/appointment-types.ts';

export const listAppointmentTypes = query(
  AppointmentTypeService.method.listAppointmentTypes,
  async (db, { page }, { actor }) => {
    const keyset = keysetOf(page, '');
    const { rows, hasMore } = cutPage(await listTypes(db, actor, keyset), keyset);
    return { appointmentTypes: rows.map(appointmentTypeMessage), hasMore };
  },
);
