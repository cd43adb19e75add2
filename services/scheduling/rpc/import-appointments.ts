import {
  AppointmentCreatedSchema,
  AppointmentUpdatedSchema,
} from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import { type AppointmentRecord, ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { command } from '../../chassis/command.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { StalePreparation } from '../../chassis/errors/stale-preparation.ts';
import { type DomainEvent, event } from '../../chassis/events/event.ts';
import { importedRecord } from '../../chassis/import/imported-records.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { hasSameLinks } from '../domain/appointment-links.ts';
import { appointmentMessage } from '../domain/appointment-message.ts';
import { type PlannedAppointment, planAppointmentImport } from '../domain/plan-appointment-import.ts';
import { idsOfRequests } from '../domain/references.ts';
import { type Booking, bookingChanges, joinBookingChanges } from '../domain/room-bookings.ts';
import { findAppointmentsByRef, lockAppointmentsByRef } from '../store/appointment-import.ts';
import { insertLinks, replaceLinks } from '../store/appointment-links.ts';
import { insertAppointments, updateAppointments } from '../store/appointments.ts';
import { takeRooms } from '../store/room-bookings.ts';
import { institutionSettings } from './institution-settings.ts';
import { loadSurroundings } from './load-surroundings.ts';
import { secureRooms } from './secure-rooms.ts';

/**
 * Imports a batch of appointments, by the rules of creation but for `scheduling_enabled`. What a stored appointment refers to already may be
 * given again, so that what was read before the transaction must still be so in it.
 */
export const importAppointments = command(ImportService.method.importAppointments, {
  async prepare({ records }, context) {
    const { actor, runtime, call } = context;
    const [stored, known, { rejectRoomConflicts }] = await Promise.all([
      findAppointmentsByRef(runtime.db, actor, refsOf(records)),
      loadSurroundings(idsOfRequests(records), context),
      institutionSettings(call),
    ]);
    return { stored, known, rejectRoomConflicts };
  },
  async run(tx, { records }, { actor, now, newId, prepared: { stored, known, rejectRoomConflicts } }) {
    lockImport(tx, actor.institutionId);
    const locked = await lockAppointmentsByRef(tx, actor, refsOf(records));
    if (!isSame(stored, locked)) throw new StalePreparation();
    const plan = planAppointmentImport(records, { stored: locked, known, now, newId });
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

function refsOf(records: readonly AppointmentRecord[]): string[] {
  return records.map(({ ref }) => ref);
}

function isSame(one: ReadonlyMap<string, AppointmentState>, other: ReadonlyMap<string, AppointmentState>): boolean {
  return one.size === other.size && [...one].every(([ref, { revision }]) => other.get(ref)?.revision === revision);
}

function pointerInto(plan: readonly PlannedAppointment[], { appointmentId, roomId }: Booking): string {
  const index = plan.findIndex(({ next }) => next.id === appointmentId);
  return `/records/${index}/rooms/${plan[index]?.next.room_ids.indexOf(roomId)}/roomId`;
}

function eventOf({ next, changed, change }: PlannedAppointment): DomainEvent[] {
  const appointment = appointmentMessage(next);
  if (change === 'create') return [event(AppointmentCreatedSchema, next.id, { appointment })];
  if (changed.length === 0) return [];
  return [event(AppointmentUpdatedSchema, next.id, { appointment, changedFields: [...changed] })];
}
