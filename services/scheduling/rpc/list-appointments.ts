import { pageHasMore } from '../../../libraries/typed-sql/index.ts';
import { instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { groupsOf } from '../appointments/groups-of.ts';
import type { LargePart } from '../store/appointment-columns.ts';
import { listAppointments as list } from '../store/appointment-lists.ts';
import { appointmentMessage } from '../store/appointments.ts';

/** GET /appointments and GET /courses/{id}/appointments (decisions 2.5): by date_time. */
export const listAppointments = query(
  AppointmentService.method.listAppointments,
  async (db, { page, courseIds, roomId, organizerId, userId, from, to, updatedSince, ids, omit }, { actor, call }) => {
    const rows = await list(db, actor, instantKeyset(page), {
      from: from ?? null,
      to: to ?? null,
      updatedSince: updatedSince ?? null,
      ids: ids?.ids ?? null,
      targets: { course: courseIds, room: asList(roomId), organizer: asList(organizerId), user: asList(userId) },
      groupIds: userId === undefined ? [] : await groupsOf(userId, call),
      // Validation allows no other values.
      omit: omit as LargePart[],
    });
    return { appointments: rows.map(appointmentMessage), hasMore: pageHasMore(rows) };
  },
);

function asList(id: string | undefined): string[] {
  return id === undefined ? [] : [id];
}
