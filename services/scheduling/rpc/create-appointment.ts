import type { TenantActor } from '../../../platform/core/actor.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import {
  AppointmentService,
  type CreateAppointmentRequest,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { AppointmentCreatedSchema } from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import { institutionSettings } from '../appointments/institution-settings.ts';
import { loadReferenceData } from '../appointments/load-reference-data.ts';
import { referenceDataMessage } from '../appointments/reference-data-message.ts';
import { secureRooms } from '../appointments/secure-rooms.ts';
import { createAppointment as decide } from '../domain/create-appointment.ts';
import type { RequiredIds } from '../domain/reference-data.ts';
import { idsOfRequest } from '../domain/references.ts';
import { bookingChanges } from '../domain/room-bookings.ts';
import { insertLinks } from '../store/appointment-links.ts';
import { appointmentMessage, insertAppointment } from '../store/appointments.ts';
import { takeRooms } from '../store/room-bookings.ts';

/**
 * POST /appointments and POST /courses/{id}/appointments (decisions 3.4, 8). One batch, unless rooms must be checked
 * first.
 */
export const createAppointment = command(AppointmentService.method.createAppointment, {
  async prepare(request, context) {
    const creatorUserId = creatorOf(context.actor);
    const [known, settings] = await Promise.all([
      loadReferenceData(requiredBy(request, creatorUserId), context),
      institutionSettings(context.call),
    ]);
    return { creatorUserId, known, settings };
  },
  async run(tx, request, { actor, now, newId, prepared: { creatorUserId, known, settings } }) {
    const { schedulingEnabled, rejectRoomConflicts } = settings;
    const input = { id: newId(), revision: newId(), now, creatorUserId, known, schedulingEnabled };
    const appointment = decide(request, input);
    const changes = bookingChanges(null, appointment);
    await secureRooms(tx, actor, changes, rejectRoomConflicts);
    insertAppointment(tx, actor, appointment);
    insertLinks(tx, actor, appointment);
    takeRooms(tx, actor, changes.taken, rejectRoomConflicts);
    return {
      response: {
        appointment: appointmentMessage(appointment),
        surroundings: referenceDataMessage(appointment, known),
      },
      events: [resourceEvent(AppointmentCreatedSchema, appointment.id)],
    };
  },
});

/** The administrator who created the integration (decisions 8.4). */
function creatorOf(actor: TenantActor): string | null {
  return actor.kind === 'integration' ? actor.createdBy : null;
}

function requiredBy({ appointment, courseId }: CreateAppointmentRequest, creatorUserId: string | null): RequiredIds {
  const required = idsOfRequest(present(appointment, 'appointment'), creatorUserId);
  return courseId === undefined ? required : { ...required, courses: [courseId] };
}
