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

/** The stored records with the batch's refs. */
export interface StoredBundle {
  readonly locations: readonly Stored<LocationValues>[];
  readonly rooms: readonly Stored<RoomValues>[];
  readonly setups: readonly Stored<SetupValues>[];
}

/** An import's actions for each record of a batch, section by section in the batch's order, and for the stored records that conflict with them. */
export interface ImportPlan {
  readonly locations: readonly Entry<LocationValues>[];
  readonly rooms: readonly Entry<RoomValues>[];
  readonly setups: readonly Entry<SetupValues>[];
  /** Rooms outside the batch that lose a setup to another room. */
  readonly leftRoomIds: readonly string[];
  /** Rooms whose setups change, including those outside the batch. */
  readonly refurnishedRoomIds: ReadonlySet<string>;
  /** Before setups are written, these setups, and any default setup of these rooms, stop being the default. */
  readonly releasedDefaults: { readonly setupIds: readonly string[]; readonly roomIds: readonly string[] };
}

/**
 * Compares a batch with the stored records that have its refs. A record is identified by its ref, wherever it was before: a room may change its location,
 * a setup its room. A field that the bundle omits becomes empty. A room whose setups change counts as updated, because it shows them. A setup that
 * becomes the default replaces the room's previous one.
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
  if (!entry) throw new RangeError(`no record at index ${index}`);
  return entry.id;
}
