import type { Room, RoomSetup } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';

interface RoomRow {
  readonly id: string;
  readonly name: string;
  readonly location_id: string;
  readonly capacity: number | null;
  readonly is_archived: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: string;
  /** By name and id. */
  readonly setups: readonly SetupJson[];
}

interface SetupJson {
  readonly id: string;
  readonly name: string;
  readonly capacity: number | null;
  readonly isDefault: boolean;
}

/** The room with its setups; null when the institution has none of this id. */
export async function findRoom(db: Reader, actor: TenantActor, id: string): Promise<Room | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(FIND, [actor.institutionId, id]);
  return row && toRoom(actor, row);
}

/** One more than the page holds, by name and id. */
export async function listRooms(db: Reader, actor: TenantActor, { sort, id, limit }: Keyset): Promise<Room[]> {
  const rows = await db.rows<RoomRow>(LIST, [actor.institutionId, sort, id, limit]);
  return rows.map((row) => toRoom(actor, row));
}

/** The same for one location; a location that the institution does not have has no rooms. */
export async function listRoomsOfLocation(
  db: Reader,
  actor: TenantActor,
  locationId: string,
  { sort, id, limit }: Keyset,
): Promise<Room[]> {
  if (!isUuid(locationId)) return [];
  const rows = await db.rows<RoomRow>(LIST_OF_LOCATION, [actor.institutionId, sort, id, limit, locationId]);
  return rows.map((row) => toRoom(actor, row));
}

/** Those of the ids that the institution has, each once, in no order. */
export async function listRoomsByIds(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<Room[]> {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return [];
  const rows = await db.rows<RoomRow>(LIST_BY_IDS, [actor.institutionId, possible]);
  return rows.map((row) => toRoom(actor, row));
}

function toRoom(actor: TenantActor, row: RoomRow): Room {
  const room: Room = {
    $typeName: 'lyceum.locations.v1.Room',
    id: row.id,
    name: row.name,
    locationId: row.location_id,
    institutionId: actor.institutionId,
    isArchived: row.is_archived,
    setups: row.setups.map(toSetup),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
  if (row.capacity !== null) room.capacity = row.capacity;
  return room;
}

function toSetup({ id, name, capacity, isDefault }: SetupJson): RoomSetup {
  const setup: RoomSetup = { $typeName: 'lyceum.locations.v1.RoomSetup', id, name, isDefault };
  if (capacity !== null) setup.capacity = capacity;
  return setup;
}

const COLUMNS = `r.id, r.name, r.location_id, r.capacity, r.is_archived, r.created_at, r.updated_at, r.revision,
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups`;

const FIND = pointRead<RoomRow>(
  'room_find',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN rooms r ON r.institution_id = k.institution_id AND r.id = k.id`,
);

const LIST = statement(
  'room_list',
  `SELECT ${COLUMNS} FROM rooms r
   WHERE r.institution_id = $1 AND (r.name, r.id) > ($2, $3)
   ORDER BY r.name, r.id LIMIT $4`,
);

const LIST_OF_LOCATION = statement(
  'room_list_of_location',
  `SELECT ${COLUMNS} FROM rooms r
   WHERE r.institution_id = $1 AND r.location_id = $5 AND (r.name, r.id) > ($2, $3)
   ORDER BY r.name, r.id LIMIT $4`,
);

const LIST_BY_IDS = statement(
  'room_list_by_ids',
  `SELECT ${COLUMNS} FROM rooms r WHERE r.institution_id = $1 AND r.id = ANY($2::uuid[])`,
);
