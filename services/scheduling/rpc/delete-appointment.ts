import { resourceEvent } from '../../../platform/core/event.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { AppointmentDeletedSchema } from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import { deleteAppointment as decide } from '../domain/delete-appointment.ts';
import { refuse } from '../domain/refusals.ts';
import { markLinksDeleted } from '../store/appointment-links.ts';
import { lockAppointment, markDeleted } from '../store/appointments.ts';
import { releaseAllRooms } from '../store/room-bookings.ts';

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
