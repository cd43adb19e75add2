import { pageHasMore } from '../../../libraries/typed-sql/index.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { instantKeyset } from '../../../platform/core/paging.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { AppointmentDeletedSchema } from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import { groupsOf } from '../appointments/groups-of.ts';
import { deleteAppointment as decide } from '../domain/delete-appointment.ts';
import { refuse } from '../domain/refusals.ts';
import type { LargePart } from '../store/appointment-columns.ts';
import { listAppointments as list } from '../store/appointment-lists.ts';
import {
  appointmentMessage,
  findAppointment,
  lockAppointment,
  markDeleted,
  markLinksDeleted,
} from '../store/appointments.ts';
import { releaseAllRooms } from '../store/room-bookings.ts';

export const getAppointment = query(AppointmentService.method.getAppointment, async (db, { id }, { actor }) => ({
  appointment: appointmentMessage((await findAppointment(db, actor, id)) ?? refuse('APPOINTMENT_NOT_FOUND')),
}));

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

/** DELETE /appointments/{id} (decisions 4.2, 4.4, 8.5). Calendars show it as cancelled for a while. */
export const deleteAppointment = command(AppointmentService.method.deleteAppointment, {
  async run(tx, request, { actor, now, newId }) {
    const current = (await lockAppointment(tx, actor, request.id)) ?? refuse('APPOINTMENT_NOT_FOUND');
    requireRevision(request.precondition, current.revision);
    const deleted = decide(current, { revision: newId(), now });
    markDeleted(tx, actor, deleted);
    markLinksDeleted(tx, actor, deleted);
    releaseAllRooms(tx, actor, deleted.id);
    return { response: {}, events: [resourceEvent(AppointmentDeletedSchema, deleted.id)] };
  },
});
