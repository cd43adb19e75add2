import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  filteredList,
  integer,
  sqlPointRead,
  sqlStatement,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { type Location, LocationSchema } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { locations } from './tables.ts';

/** The location with its number of rooms, including archived ones; null if the institution has none with this id. */
export async function findLocation(db: Reader, actor: TenantActor, id: string): Promise<Location | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, { institutionId: actor.institutionId, id });
  return row && locationMessage(row);
}

/** One more than the page holds, by name and id. A filter that is null is met by all. */
export async function listLocations(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  filters: Parameters<typeof LIST>[2],
): Promise<Location[]> {
  const rows = await LIST(db, { institutionId: actor.institutionId, ...after }, filters);
  return rows.map(locationMessage);
}

/** Those of the ids that the institution has, each once, in no order. */
export async function listLocationsByIds(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<Location[]> {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return [];
  const rows = await db.rows(BY_IDS, { institutionId: actor.institutionId, ids: possible });
  return rows.map(locationMessage);
}

const locationMessage = messageWriter(LocationSchema);

const SHOWN = columnsBut(locations, 'ref', 'createdAt', 'updatedAt');

const COLUMNS = `${columnsOf(locations, 'l', SHOWN)},
  (SELECT count(*)::integer FROM rooms r WHERE r.institution_id = l.institution_id AND r.location_id = l.id) AS "roomsCount"`;

const RESULT = { ...typesOf(locations, SHOWN), roomsCount: integer() };

const BY_ID = sqlPointRead(locations, 'by_id', {
  key: { institutionId: uuid(), id: uuid() },
  result: RESULT,
  text: `SELECT ${COLUMNS} FROM locations l
   WHERE l.institution_id = k.institution_id AND l.id = k.id`,
});

const LIST = filteredList(locations, {
  alias: 'l',
  columns: COLUMNS,
  result: RESULT,
  order: 'name',
  filters: ['ids', 'updatedSince'],
});

const BY_IDS = sqlStatement(locations, 'by_ids', {
  parameters: { institutionId: uuid(), ids: uuids() },
  result: RESULT,
  text: ($) =>
    `SELECT ${COLUMNS} FROM locations l WHERE l.institution_id = ${$.institutionId} AND l.id = ANY(${$.ids})`,
});
