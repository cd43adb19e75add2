import { importCommand } from '../../../bundle/engine/import-command.ts';
import { importEvents } from '../../../bundle/engine/import-events.ts';
import {
  LocationCreatedSchema,
  LocationUpdatedSchema,
  RoomCreatedSchema,
  RoomUpdatedSchema,
} from '../../../proto/gen/lyceum/locations/v1/events_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { locationChanges, roomChanges } from '../domain/changes.ts';
import { locations, rooms } from '../import/sections.ts';

const OF_LOCATIONS = { created: LocationCreatedSchema, updated: LocationUpdatedSchema, changes: locationChanges };
const OF_ROOMS = { created: RoomCreatedSchema, updated: RoomUpdatedSchema, changes: roomChanges };

/** Imports locations with their rooms, and the rooms' setups. */
export const importRecords = importCommand(ImportService.method.import, {
  sections: [
    {
      root: locations,
      finish: (plan) => [...importEvents(plan, locations, OF_LOCATIONS), ...importEvents(plan, rooms, OF_ROOMS)],
    },
  ],
});
