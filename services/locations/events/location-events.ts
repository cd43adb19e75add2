import { type DomainEvent, resourceEvent } from '../../../platform/core/event.ts';
import { importEvents } from '../../../platform/core/import/import-events.ts';
import {
  LocationCreatedSchema,
  LocationUpdatedSchema,
  RoomCreatedSchema,
  RoomUpdatedSchema,
} from '../../../proto/gen/lyceum/locations/v1/events_pb.ts';
import { locationChanges, roomChanges } from '../domain/changes.ts';
import type { ImportPlan } from '../domain/plan-import.ts';

/** The events of an import, locations before their rooms. */
export function locationEvents(plan: ImportPlan): DomainEvent[] {
  return [
    ...importEvents(plan.locations, {
      created: LocationCreatedSchema,
      updated: LocationUpdatedSchema,
      changed: ({ before, values }) => (before ? locationChanges(before, values) : []),
    }),
    ...importEvents(plan.rooms, {
      created: RoomCreatedSchema,
      updated: RoomUpdatedSchema,
      changed: (room) => roomChanges(plan, room),
    }),
    ...plan.leftRoomIds.map((id) => resourceEvent(RoomUpdatedSchema, id, { changed: ['setups'] })),
  ];
}
