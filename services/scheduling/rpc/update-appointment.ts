import { isDeepStrictEqual } from 'node:util';
import { StalePreparation } from '../../../platform/core/errors/refusal.ts';
import { updateEvents } from '../../../platform/core/event.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { masked } from '../../../platform/core/resource.ts';
import { command } from '../../../platform/handler/command.ts';
import {
  AppointmentSchema,
  AppointmentService,
  type UpdateAppointmentRequest,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { AppointmentUpdatedSchema } from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import { institutionSettings } from '../appointments/institution-settings.ts';
import { loadReferenceData } from '../appointments/load-reference-data.ts';
import { referenceDataMessage } from '../appointments/reference-data-message.ts';
import { secureRooms } from '../appointments/secure-rooms.ts';
import { hasSameLinks } from '../domain/appointment-links.ts';
import { changeAppointment } from '../domain/change-appointment.ts';
import { includesAll, joinRequired } from '../domain/reference-data.ts';
import { idsOfAppointment, idsOfRequest } from '../domain/references.ts';
import { refuse } from '../domain/refusals.ts';
import { bookingChanges, bookingsOf } from '../domain/room-bookings.ts';
import {
  appointmentMessage,
  findAppointment,
  lockAppointment,
  replaceLinks,
  updateAppointment as writeAppointment,
} from '../store/appointments.ts';
import { listOverlaps, takeRooms } from '../store/room-bookings.ts';

/**
 * PATCH /appointments/{id} (decisions 4.2, 4.4, 8.5). The records that the appointment and the patch refer to are
 * loaded before the transaction; check and write happen under the appointment's lock. If the appointment refers to
 * other records meanwhile, the command starts again.
 */
export const updateAppointment = command(AppointmentService.method.updateAppointment, {
  async prepare(request, context) {
    const { actor, now, runtime, call, attempt } = context;
    const appointment = (await findAppointment(runtime.db, actor, request.id)) ?? refuse('APPOINTMENT_NOT_FOUND');
    requireRevision(request.precondition, appointment.revision);
    const requested = masked(AppointmentSchema, request.appointment, request.updateMask);
    const required = joinRequired(idsOfAppointment(appointment), idsOfRequest(requested));
    const [known, settings] = await Promise.all([
      loadReferenceData(required, context),
      mayTakeRooms(request) ? institutionSettings(call) : null,
    ]);
    const { next } = changeAppointment(appointment, request, { revision: '', now, known });
    // Others may book meanwhile, over and over: the second attempt reads the overlaps once the rooms are locked.
    const expected = attempt === 1 ? bookingsOf(next) : undefined;
    return { required, known, expected, rejectsConflicts: settings?.rejectRoomConflicts ?? false };
  },
  async run(tx, request, { actor, now, newId, prepared: { required, known, expected, rejectsConflicts } }) {
    const [locked, seen] = await Promise.all([
      lockAppointment(tx, actor, request.id),
      expected && listOverlaps(tx, actor, expected),
    ]);
    const current = locked ?? refuse('APPOINTMENT_NOT_FOUND');
    requireRevision(request.precondition, current.revision);
    if (!includesAll(required, idsOfAppointment(current))) throw new StalePreparation();
    const { next, changed, isWritten } = changeAppointment(current, request, { revision: newId(), now, known });
    const changes = bookingChanges(current, next);
    if (expected && !isDeepStrictEqual(changes.all, expected)) throw new StalePreparation();
    const bookings = await secureRooms(tx, actor, changes, { rejectsConflicts, seen });
    if (isWritten) writeAppointment(tx, actor, next);
    if (!hasSameLinks(current, next)) replaceLinks(tx, actor, current, next);
    takeRooms(tx, actor, changes.taken, rejectsConflicts, seen);
    return {
      response: {
        appointment: appointmentMessage(next),
        surroundings: referenceDataMessage(next, known),
        overlaps: { bookings: [...bookings] },
      },
      events: updateEvents(AppointmentUpdatedSchema, next.id, { changed }),
    };
  },
});

function mayTakeRooms({ updateMask }: UpdateAppointmentRequest): boolean {
  return ['rooms', 'date_time', 'duration'].some((path) => updateMask?.paths.includes(path));
}
