import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  containing,
  contains,
  type FoundPage,
  filteredList,
  json,
  MAX_FOUND,
  MAX_SEARCHED,
  type ResultOf,
  searchedList,
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

/** One more than the page holds, by name and id. */
export async function listRooms(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  filters: Parameters<typeof LIST>[2],
): Promise<Room[]> {
  if (filters.locationId !== null && !isUuid(filters.locationId)) return [];
  const rows = await LIST(db, { institutionId: actor.institutionId, ...after }, filters);
  return rows.map(roomMessage);
}

/** Those of them whose name contains a text. */
export async function findRooms(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  filters: Parameters<typeof LIST>[2],
  searched: string,
): Promise<FoundPage<Room>> {
  if (filters.locationId !== null && !isUuid(filters.locationId)) return { rows: [], end: null };
  const { rows, end } = await SEARCH_LIST(db, { institutionId, ...after }, filters, searched);
  return { rows: rows.map(roomMessage), end };
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

const PAGES = {
  alias: 'r',
  columns: COLUMNS,
  result: RESULT,
  order: 'name',
  filters: ['ids', 'locationId', 'updatedSince', 'isArchived'],
} as const;

const LIST = filteredList(rooms, PAGES);
const SEARCH_LIST = searchedList(rooms, PAGES, (row, pattern) => contains(`${row}.name`, pattern));

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
