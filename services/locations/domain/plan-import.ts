import { type Entry, matchByRef, type Stored } from '../../../platform/core/import/match-by-ref.ts';
import type { LocationRecord } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';

export interface LocationValues {
  readonly ref: string;
  readonly name: string;
  readonly address: string;
}

export interface RoomValues {
  readonly ref: string;
  readonly locationId: string;
  readonly name: string;
  readonly capacity: number | null;
}

export interface SetupValues {
  readonly ref: string;
  readonly roomId: string;
  readonly name: string;
  readonly capacity: number | null;
  readonly isDefault: boolean;
}

/** What is stored under the batch's refs. */
export interface StoredBundle {
  readonly locations: readonly Stored<LocationValues>[];
  readonly rooms: readonly Stored<RoomValues>[];
  readonly setups: readonly Stored<SetupValues>[];
}

/** What an import does with each record of a batch, section by section in the batch's order, and with what stands in its way. */
export interface ImportPlan {
  readonly locations: readonly Entry<LocationValues>[];
  readonly rooms: readonly Entry<RoomValues>[];
  readonly setups: readonly Entry<SetupValues>[];
  /** Rooms outside the batch out of which a setup moves. */
  readonly leftRoomIds: readonly string[];
  /** Rooms that show other setups than before, those outside the batch among them. */
  readonly refurnishedRoomIds: ReadonlySet<string>;
  /** Before setups are written, these setups, and whatever setup of these rooms is the default, cease to be it. */
  readonly releasedDefaults: { readonly setupIds: readonly string[]; readonly roomIds: readonly string[] };
}

/**
 * Compares a batch with what is stored under its refs. A record is known again by its ref, wherever it was before: a room may change its
 * location, a setup its room. A value that the bundle does not give is no value. A room whose setups change is an updated room, because
 * it shows them. A setup that becomes the default takes that from the room's former one.
 */
export function planImport(records: readonly LocationRecord[], stored: StoredBundle, newId: () => string): ImportPlan {
  const locations = matchByRef(
    records.map(({ ref, name, address }): LocationValues => ({ ref, name, address })),
    stored.locations,
    newId,
  );
  const roomRecords = records.flatMap(({ rooms }, i) =>
    rooms.map((room) => ({ ...room, locationId: idAt(locations, i) })),
  );
  const rooms = matchByRef(
    roomRecords.map(({ ref, locationId, name, capacity = null }): RoomValues => ({ ref, locationId, name, capacity })),
    stored.rooms,
    newId,
  );
  const setupRecords = roomRecords.flatMap(({ setups }, i) =>
    setups.map((setup) => ({ ...setup, roomId: idAt(rooms, i) })),
  );
  const setups = matchByRef(
    setupRecords.map(
      ({ ref, roomId, name, capacity = null, isDefault }): SetupValues => ({ ref, roomId, name, capacity, isDefault }),
    ),
    stored.setups,
    newId,
  );

  const changed = setups.filter(({ change }) => change !== 'none');
  const affected = new Set(changed.flatMap(({ values, before }) => [values.roomId, before?.roomId ?? values.roomId]));
  const inBatch = new Set(rooms.map(({ id }) => id));
  return {
    locations,
    rooms: rooms.map((room) =>
      room.change === 'none' && affected.has(room.id) ? { ...room, change: 'update' } : room,
    ),
    setups,
    refurnishedRoomIds: affected,
    leftRoomIds: [...affected].filter((id) => !inBatch.has(id)),
    releasedDefaults: {
      setupIds: changed.filter(({ before }) => before?.isDefault).map(({ id }) => id),
      roomIds: changed.filter(({ values }) => values.isDefault).map(({ values }) => values.roomId),
    },
  };
}

function idAt(entries: readonly Entry<unknown>[], index: number): string {
  const entry = entries[index];
  if (!entry) throw new RangeError(`no record ${index}`);
  return entry.id;
}
