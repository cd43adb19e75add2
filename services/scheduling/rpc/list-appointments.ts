import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { instantKeyset } from '../../chassis/instant-keyset.ts';
import { cutPage } from '../../chassis/paging.ts';
import { query } from '../../chassis/query.ts';
import { appointmentMessage } from '../domain/appointment-message.ts';
import { listAppointments as list } from '../store/appointment-lists.ts';

/** GET /appointments and GET /courses/{id}/appointments (decisions 2.5): by date_time. */
export const listAppointments = query(
  AppointmentService.method.listAppointments,
  async (db, { page, courseIds, roomId, organizerId, userId, from, to, updatedSince }, { actor }) => {
    const keyset = instantKeyset(page);
    const found = await list(db, actor, keyset, {
      from: from ?? null,
      to: to ?? null,
      updatedSince: updatedSince ?? null,
      targets: { course: courseIds, room: given(roomId), organizer: given(organizerId), user: given(userId) },
    });
    const { rows, hasMore } = cutPage(found, keyset);
    return { appointments: rows.map(appointmentMessage), hasMore };
  },
);

function given(id: string | undefined): string[] {
  return id === undefined ? [] : [id];
}
