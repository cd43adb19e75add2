import { type DomainEvent, resourceEvent, updateEvents } from '../../../platform/core/event.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { command } from '../../../platform/handler/command.ts';
import {
  AppointmentCreatedSchema,
  AppointmentUpdatedSchema,
} from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { hasSameLinks } from '../domain/appointment-links.ts';
import { type PlannedAppointment, planAppointmentImport } from '../domain/plan-appointment-import.ts';
import { idsOfRequests } from '../domain/references.ts';
import { type Booking, bookingChanges, joinBookingChanges } from '../domain/room-bookings.ts';
import { lockAppointmentsByRef } from '../store/appointment-import.ts';
import { insertLinks, replaceLinks } from '../store/appointment-links.ts';
import { insertAppointments, updateAppointments } from '../store/appointments.ts';
import { takeRooms } from '../store/room-bookings.ts';
import { institutionSettings } from './institution-settings.ts';
import { loadSurroundings } from './load-surroundings.ts';
import { secureRooms } from './secure-rooms.ts';

/** Imports a batch of appointments, by the rules of creation but for `scheduling_enabled`. */
export const importAppointments = command(ImportService.method.importAppointments, {
  async prepare({ records }, context) {
    const [known, { rejectRoomConflicts }] = await Promise.all([
      loadSurroundings(idsOfRequests(records), context),
      institutionSettings(context.call),
    ]);
    return { known, rejectRoomConflicts };
  },
  async run(tx, { records }, { actor, now, newId, prepared: { known, rejectRoomConflicts } }) {
    lockImport(tx, actor.institutionId);
    const refs = records.map(({ ref }) => ref);
    const stored = await lockAppointmentsByRef(tx, actor, refs);
    const plan = planAppointmentImport(records, { stored, known, now, newId });
    const changes = joinBookingChanges(plan.map(({ before, next }) => bookingChanges(before, next)));
    const pointerOf = (booking: Booking) => pointerInto(plan, booking);
    await secureRooms(tx, actor, changes, { rejectsConflicts: rejectRoomConflicts, pointerOf });

    const created = plan.filter(({ change }) => change === 'create').map(({ ref, next }) => ({ ref, state: next }));
    insertAppointments(tx, actor, created);
    insertLinks(
      tx,
      actor,
      created.map(({ state }) => state),
    );
    const updated = plan.filter(({ change }) => change === 'update');
    updateAppointments(
      tx,
      actor,
      updated.map(({ next }) => next),
    );
    replaceLinks(
      tx,
      actor,
      updated.filter(({ before, next }) => before && !hasSameLinks(before, next)).map(({ next }) => next),
    );
    takeRooms(tx, actor, changes.taken, rejectRoomConflicts);
    return {
      response: {
        records: plan.map(({ ref, next, change }) =>
          importedRecord('appointments', { id: next.id, values: { ref }, change }),
        ),
      },
      events: plan.flatMap(eventOf),
    };
  },
});

function pointerInto(plan: readonly PlannedAppointment[], { appointmentId, roomId }: Booking): string {
  const index = plan.findIndex(({ next }) => next.id === appointmentId);
  return `/records/${index}/rooms/${plan[index]?.next.roomIds.indexOf(roomId)}/roomId`;
}

function eventOf({ next, changed, change }: PlannedAppointment): DomainEvent[] {
  if (change === 'create') return [resourceEvent(AppointmentCreatedSchema, next.id)];
  return updateEvents(AppointmentUpdatedSchema, next.id, { changed });
}
