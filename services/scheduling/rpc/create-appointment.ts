import type { TenantActor } from '../../../platform/core/actor.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { isUuid } from '../../../platform/core/ids.ts';
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
import { idsOfRequest, lower } from '../domain/references.ts';
import { bookingChanges, bookingsOf } from '../domain/room-bookings.ts';
import { appointmentMessage, insertAppointment, insertLinks } from '../store/appointments.ts';
import { listOverlaps, takeRooms } from '../store/room-bookings.ts';

/**
 * POST /appointments and POST /courses/{id}/appointments (decisions 3.4, 8). One batch, unless rooms must be checked
 * first; overlapping bookings are read beside the calls of other services.
 */
export const createAppointment = command(AppointmentService.method.createAppointment, {
  async prepare(request, context) {
    const { actor, runtime, call, newId, attempt } = context;
    const [id, creatorUserId] = [newId(), creatorOf(actor)];
    const [known, settings, seen] = await Promise.all([
      loadReferenceData(requiredBy(request, creatorUserId), context),
      institutionSettings(call),
      // Others may book meanwhile, over and over: the second attempt reads it once the rooms are locked.
      attempt === 1 ? listOverlaps(runtime.db, actor, bookingsOf(requested(request, id))) : undefined,
    ]);
    return { id, creatorUserId, known, settings, seen };
  },
  async run(tx, request, { actor, now, newId, prepared: { id, creatorUserId, known, settings, seen } }) {
    const { schedulingEnabled, rejectRoomConflicts: rejectsConflicts } = settings;
    const input = { id, revision: newId(), now, creatorUserId, known, schedulingEnabled };
    const appointment = decide(request, input);
    const changes = bookingChanges(null, appointment);
    const bookings = await secureRooms(tx, actor, changes, { rejectsConflicts, seen });
    insertAppointment(tx, actor, appointment);
    insertLinks(tx, actor, appointment);
    takeRooms(tx, actor, changes.taken, rejectsConflicts, seen);
    return {
      response: {
        appointment: appointmentMessage(appointment),
        surroundings: referenceDataMessage(appointment, known),
        overlaps: { bookings: [...bookings] },
      },
      events: [resourceEvent(AppointmentCreatedSchema, appointment.id)],
    };
  },
});

/** The administrator who created the integration (decisions 8.4). */
function creatorOf(actor: TenantActor): string | null {
  return actor.kind === 'integration' ? actor.createdBy : null;
}

/** Where and when an appointment is wanted. An id that no room can have is refused later. */
function requested({ appointment }: CreateAppointmentRequest, id: string) {
  const { rooms, dateTime, duration } = present(appointment, 'appointment');
  return { id, roomIds: lower(rooms.map(({ roomId }) => roomId)).filter(isUuid), dateTime, duration };
}

function requiredBy({ appointment, courseId }: CreateAppointmentRequest, creatorUserId: string | null): RequiredIds {
  const required = idsOfRequest(present(appointment, 'appointment'), creatorUserId);
  return courseId === undefined ? required : { ...required, courses: [courseId] };
}
