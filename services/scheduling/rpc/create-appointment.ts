import {
  AppointmentService,
  type CreateAppointmentRequest,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { AppointmentCreatedSchema } from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { command } from '../../chassis/command.ts';
import { refuse } from '../../chassis/errors/refusal.ts';
import { event } from '../../chassis/events/event.ts';
import { appointmentMessage } from '../domain/appointment-message.ts';
import { createAppointment as decide } from '../domain/create-appointment.ts';
import { idsOfRequests } from '../domain/references.ts';
import { bookingChanges } from '../domain/room-bookings.ts';
import type { WantedIds } from '../domain/surroundings.ts';
import { insertLinks } from '../store/appointment-links.ts';
import { insertAppointments } from '../store/appointments.ts';
import { takeRooms } from '../store/room-bookings.ts';
import { institutionSettings } from './institution-settings.ts';
import { loadSurroundings } from './load-surroundings.ts';
import { secureRooms } from './secure-rooms.ts';
import { surroundingsMessage } from './surroundings-message.ts';

/** POST /appointments and POST /courses/{id}/appointments (decisions 3.4, 8). Where rooms need no look first, it is one flight. */
export const createAppointment = command(AppointmentService.method.createAppointment, {
  async admit(request, context) {
    const creatorUserId = creatorOf(context.actor);
    // Sets out beside the settings, and is waited for behind the key.
    const known = loadSurroundings(wantedBy(request, creatorUserId), context);
    known.catch(() => undefined);
    const { schedulingEnabled, rejectRoomConflicts } = await institutionSettings(context.call);
    if (!schedulingEnabled) refuse('SCHEDULING_DISABLED');
    return { creatorUserId, rejectRoomConflicts, known };
  },
  prepare: async (_, { admitted }) => ({ ...admitted, known: await admitted.known }),
  async run(tx, request, { actor, now, newId, prepared: { creatorUserId, rejectRoomConflicts, known } }) {
    const appointment = decide(request, { id: newId(), revision: newId(), now, creatorUserId, known });
    const changes = bookingChanges(null, appointment);
    await secureRooms(tx, actor, changes, { rejectsConflicts: rejectRoomConflicts });
    insertAppointments(tx, actor, [{ ref: null, state: appointment }]);
    insertLinks(tx, actor, [appointment]);
    takeRooms(tx, actor, changes.taken, rejectRoomConflicts);
    const message = appointmentMessage(appointment);
    return {
      response: { appointment: message, surroundings: surroundingsMessage(appointment, known) },
      events: [event(AppointmentCreatedSchema, appointment.id, { appointment: message })],
    };
  },
});

/** The administrator who created the integration (decisions 8.4). */
function creatorOf(actor: TenantActor): string | null {
  return actor.kind === 'integration' ? actor.createdBy : null;
}

function wantedBy(request: CreateAppointmentRequest, creatorUserId: string | null): WantedIds {
  const wanted = idsOfRequests([{ ...request, creatorUserId: creatorUserId ?? undefined }]);
  return request.courseId === undefined ? wanted : { ...wanted, courses: [request.courseId] };
}
