import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  changedRows,
  columnsBut,
  columnsOf,
  containing,
  contains,
  equalsUnlessNull,
  instant,
  json,
  MAX_FOUND,
  MAX_SEARCHED,
  type Placeholders,
  type ResultOf,
  rowsWithIds,
  sqlPointRead,
  sqlStatement,
  text,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter, type StateOf } from '../../../platform/core/resource.ts';
import { CHANGED, POSITION, WITH_IDS } from '../../../platform/data/tables.ts';
import {
  type Room,
  RoomSchema,
  type RoomSetup,
  RoomSetupSchema,
} from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { rooms } from './tables.ts';

type RoomRow = ResultOf<typeof RESULT>;

/** The room with its setups; null if the institution has none with this id. */
export async function findRoom(db: Reader, actor: TenantActor, id: string): Promise<Room | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, { institutionId: actor.institutionId, id });
  return row && roomMessage(row);
}

/** What rooms of a list have; null for any. */
interface RoomFilters {
  readonly isArchived: boolean | null;
  /** Instant text. */
  readonly updatedSince: string | null;
}

/** One more than the page holds, by name and id. */
export async function listRooms(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  { isArchived, updatedSince }: RoomFilters,
): Promise<Room[]> {
  const from = { institutionId: actor.institutionId, ...after };
  const rows = await (updatedSince !== null
    ? db.rows(LIST_UPDATED_SINCE, { ...from, isArchived, updatedSince })
    : isArchived !== null
      ? db.rows(LIST_ARCHIVED_OR_NOT, { ...from, isArchived })
      : db.rows(LIST, from));
  return rows.map(roomMessage);
}

/** The same for one location; none if the institution does not have the location. */
export async function listRoomsOfLocation(
  db: Reader,
  actor: TenantActor,
  { locationId, isArchived, updatedSince }: RoomFilters & { readonly locationId: string },
  after: Keyset,
): Promise<Room[]> {
  if (!isUuid(locationId)) return [];
  const from = { institutionId: actor.institutionId, ...after, locationId, isArchived };
  const rows = await (updatedSince === null
    ? db.rows(LIST_OF_LOCATION, from)
    : db.rows(LIST_OF_LOCATION_UPDATED_SINCE, { ...from, updatedSince }));
  return rows.map(roomMessage);
}

/** The same of the rooms with some ids. @param filters.locationId null for every location */
export async function listRoomsWithIds(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  {
    ids,
    locationId,
    isArchived,
    updatedSince,
  }: RoomFilters & { readonly ids: readonly string[]; readonly locationId: string | null },
): Promise<Room[]> {
  if (locationId !== null && !isUuid(locationId)) return [];
  const filters = { ids, locationId, isArchived, updatedSince: updatedSince ?? '-infinity' };
  return (await db.rows(LIST_WITH_IDS, { institutionId, ...after, ...filters })).map(roomMessage);
}

/** Those of the ids that the institution has, each once, in no order. */
export async function listRoomsByIds(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<Room[]> {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return [];
  const rows = await db.rows(BY_IDS, { institutionId: actor.institutionId, ids: possible });
  return rows.map(roomMessage);
}

/** Rooms whose name contains a text, of the first by name. */
export async function searchRooms(db: Reader, { institutionId }: TenantActor, shown: string): Promise<Room[]> {
  const rows = await db.rows(SEARCH, { institutionId, pattern: containing(shown) });
  return rows.map(roomMessage);
}

function roomMessage(row: RoomRow): Room {
  return writeRoom({ ...row, setups: row.setups.map(setupMessage) });
}

const writeRoom = messageWriter(RoomSchema);
const setupMessage = messageWriter(RoomSetupSchema);

const SHOWN = columnsBut(rooms, 'ref');

const COLUMNS = `${columnsOf(rooms, 'r', SHOWN)},
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups`;

/** Setups by name and id. */
const RESULT = { ...typesOf(rooms, SHOWN), setups: json<readonly StateOf<RoomSetup>[]>() };

const BY_ID = sqlPointRead(rooms, 'by_id', {
  key: { institutionId: uuid(), id: uuid() },
  result: RESULT,
  text: `SELECT ${COLUMNS} FROM rooms r
   WHERE r.institution_id = k.institution_id AND r.id = k.id`,
});

const LIST = sqlStatement(rooms, 'list', {
  parameters: POSITION,
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM rooms r
   WHERE r.institution_id = ${$.institutionId} AND (r.name, r.id) > (${$.sort}, ${$.id})
   ORDER BY r.name, r.id LIMIT ${$.limit}`,
});

const LIST_ARCHIVED_OR_NOT = sqlStatement(rooms, 'list_archived_or_not', {
  parameters: { ...POSITION, isArchived: boolean() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM rooms r
   WHERE r.institution_id = ${$.institutionId} AND r.is_archived = ${$.isArchived} AND (r.name, r.id) > (${$.sort}, ${$.id})
   ORDER BY r.name, r.id LIMIT ${$.limit}`,
});

const LIST_OF_LOCATION = sqlStatement(rooms, 'list_of_location', {
  parameters: { ...POSITION, locationId: uuid(), isArchived: boolean().nullable() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM rooms r
   WHERE r.institution_id = ${$.institutionId} AND r.location_id = ${$.locationId} AND (r.name, r.id) > (${$.sort}, ${$.id})
     AND ${equalsUnlessNull('r.is_archived', $.isArchived, 'boolean')}
   ORDER BY r.name, r.id LIMIT ${$.limit}`,
});

const LIST_WITH_IDS = sqlStatement(rooms, 'list_with_ids', {
  parameters: {
    ...WITH_IDS,
    locationId: uuid().nullable(),
    isArchived: boolean().nullable(),
    updatedSince: instant(),
  },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM ${rowsWithIds(rooms, $)} r
   WHERE (r.name, r.id) > (${$.sort}, ${$.id}) AND r.updated_at >= ${$.updatedSince}
     AND ${equalsUnlessNull('r.location_id', $.locationId, 'uuid')} AND ${equalsUnlessNull('r.is_archived', $.isArchived, 'boolean')}
   ORDER BY r.name, r.id LIMIT ${$.limit}`,
});

const CHANGED_ROOMS = { ...CHANGED, isArchived: boolean().nullable() };

const changed = ($: Placeholders<typeof CHANGED_ROOMS>, where?: readonly [column: string, value: string]) =>
  changedRows({
    $,
    from: [rooms, 'r'],
    columns: COLUMNS,
    sort: 'name',
    ...(where && { where }),
    unlessNull: ['is_archived', $.isArchived, 'boolean'],
  });

const LIST_UPDATED_SINCE = sqlStatement(rooms, 'list_updated_since', {
  parameters: CHANGED_ROOMS,
  result: RESULT,
  text: ($) => changed($),
});

const LIST_OF_LOCATION_UPDATED_SINCE = sqlStatement(rooms, 'list_of_location_updated_since', {
  parameters: { ...CHANGED_ROOMS, locationId: uuid() },
  result: RESULT,
  text: ({ locationId, ...$ }) => changed($, ['location_id', locationId]),
});

const BY_IDS = sqlStatement(rooms, 'by_ids', {
  parameters: { institutionId: uuid(), ids: uuids() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM rooms r WHERE r.institution_id = ${$.institutionId} AND r.id = ANY(${$.ids})`,
});

const SEARCH = sqlStatement(rooms, 'search', {
  parameters: { institutionId: uuid(), pattern: text() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM (
     SELECT * FROM rooms t WHERE t.institution_id = ${$.institutionId} ORDER BY t.name, t.id LIMIT ${MAX_SEARCHED}) AS r
   WHERE NOT r.is_archived AND ${contains('r.name', $.pattern)}
   ORDER BY r.name, r.id LIMIT ${MAX_FOUND}`,
});
