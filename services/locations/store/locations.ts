import type { Location } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';

interface LocationRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly revision: string;
  readonly rooms_count: number;
}

/** The location with its number of rooms, archived ones included; null when the institution has none of this id. */
export async function findLocation(db: Reader, actor: TenantActor, id: string): Promise<Location | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(FIND, [actor.institutionId, id]);
  return row && toLocation(actor, row);
}

/** One more than the page holds, by name and id. */
export async function listLocations(db: Reader, actor: TenantActor, { sort, id, limit }: Keyset): Promise<Location[]> {
  const rows = await db.rows<LocationRow>(LIST, [actor.institutionId, sort, id, limit]);
  return rows.map((row) => toLocation(actor, row));
}

/** Those of the ids that the institution has, each once, in no order. */
export async function listLocationsByIds(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<Location[]> {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return [];
  const rows = await db.rows<LocationRow>(LIST_BY_IDS, [actor.institutionId, possible]);
  return rows.map((row) => toLocation(actor, row));
}

function toLocation(actor: TenantActor, row: LocationRow): Location {
  return {
    $typeName: 'lyceum.locations.v1.Location',
    id: row.id,
    name: row.name,
    address: row.address,
    institutionId: actor.institutionId,
    roomsCount: row.rooms_count,
    revision: row.revision,
  };
}

const COLUMNS = `l.id, l.name, l.address, l.revision,
  (SELECT count(*)::integer FROM rooms r WHERE r.institution_id = l.institution_id AND r.location_id = l.id) AS rooms_count`;

const FIND = pointRead<LocationRow>(
  'location_find',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN locations l ON l.institution_id = k.institution_id AND l.id = k.id`,
);

const LIST = statement(
  'location_list',
  `SELECT ${COLUMNS} FROM locations l
   WHERE l.institution_id = $1 AND (l.name, l.id) > ($2, $3)
   ORDER BY l.name, l.id LIMIT $4`,
);

const LIST_BY_IDS = statement(
  'location_list_by_ids',
  `SELECT ${COLUMNS} FROM locations l WHERE l.institution_id = $1 AND l.id = ANY($2::uuid[])`,
);
