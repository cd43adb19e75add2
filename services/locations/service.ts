import { archivePart } from '../../platform/handler/archive-part.ts';
import { auditCount, auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { ArchivePartService } from '../../proto/gen/lyceum/locations/v1/archive_part_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/locations/v1/audit_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { LocationService } from '../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { RoomService } from '../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { importRecords } from './rpc/import-records.ts';
import { getLocation, listLocations } from './rpc/locations.ts';
import { batchGetRooms, getRoom, listBookableRooms, listRooms, searchRooms } from './rpc/rooms.ts';
import { locationsTables } from './store/tables.ts';

/** An institution's locations, their rooms, and the rooms' setups. */
export const locations: ServiceDefinition = {
  name: 'locations',
  isPlaceable: true,
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: locationsTables,
  // Callers cannot violate a constraint: imports, the only writers, wait for each other.
  constraints: {},
  implementations: [
    archivePart(ArchivePartService),
    implement(AuditService, {
      listAuditRecords: auditQuery(AuditService.method.listAuditRecords),
      countAuditRecords: auditCount(AuditService.method.countAuditRecords),
    }),
    implement(LocationService, { getLocation, listLocations }),
    implement(RoomService, { getRoom, listRooms, searchRooms, batchGetRooms, listBookableRooms }),
    implement(ImportService, { import: importRecords }),
  ],
  consumers: [],
};
