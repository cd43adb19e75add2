import { archivePart } from '../../platform/handler/archive-part.ts';
import { auditCount, auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import { personPart } from '../../platform/handler/person-part.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { AppointmentService } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { ArchivePartService } from '../../proto/gen/lyceum/scheduling/v1/archive_part_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/scheduling/v1/audit_pb.ts';
import { FreeRoomService } from '../../proto/gen/lyceum/scheduling/v1/free_room_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { PersonPartService } from '../../proto/gen/lyceum/scheduling/v1/person_part_pb.ts';
import { refusals } from './domain/refusals.ts';
import { TOMBSTONE_RETENTION_MS } from './domain/tombstones.ts';
import { erasing } from './erasing/erasing.ts';
import { deleteAppointment, getAppointment, listAppointments } from './rpc/appointments.ts';
import { getCalendarVersion, listCalendarEntries } from './rpc/calendar-entries.ts';
import { createAppointment } from './rpc/create-appointment.ts';
import { importRecords } from './rpc/import-records.ts';
import { listFreeRooms } from './rpc/list-free-rooms.ts';
import { updateAppointment } from './rpc/update-appointment.ts';
import { REMOVE_TOMBSTONES } from './store/appointments.ts';
import { schedulingInvariants } from './store/invariants.ts';
import { schedulingTables } from './store/tables.ts';

/** Appointments, their room bookings, and their types. */
export const scheduling: ServiceDefinition = {
  name: 'scheduling',
  isPlaceable: true,
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: schedulingTables,
  invariants: schedulingInvariants,
  constraints: { room_bookings_exclusive: refusals.ROOM_BOOKED },
  implementations: [
    archivePart(ArchivePartService),
    personPart(PersonPartService, schedulingTables),
    implement(AuditService, {
      listAuditRecords: auditQuery(AuditService.method.listAuditRecords),
      countAuditRecords: auditCount(AuditService.method.countAuditRecords),
    }),
    implement(AppointmentService, {
      createAppointment,
      getAppointment,
      listAppointments,
      updateAppointment,
      deleteAppointment,
      getCalendarVersion,
      listCalendarEntries,
    }),
    implement(FreeRoomService, { listFreeRooms }),
    implement(ImportService, { import: importRecords }),
  ],
  calls: ['directory', 'locations'],
  consumers: [],
  erasing,
  expiries: [{ remove: REMOVE_TOMBSTONES, retentionMs: TOMBSTONE_RETENTION_MS }],
};
