import type { TenantActor } from '../../chassis/actor.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import type { Stored } from '../../chassis/import/match-by-ref.ts';
import type { LocationValues, RoomValues, SetupValues, StoredBundle } from '../domain/plan-import.ts';

interface BundleRefs {
  readonly locations: readonly string[];
  readonly rooms: readonly string[];
  readonly setups: readonly string[];
}

/** What the institution has under the refs of a batch, behind the lock of its imports: all in one flight. */
export async function loadForImport(tx: Tx, actor: TenantActor, refs: BundleRefs): Promise<StoredBundle> {
  lockImport(tx, actor.institutionId);
  const [locations, rooms, setups] = await Promise.all([
    tx.rows<Stored<LocationValues>>(LOCATIONS, [actor.institutionId, refs.locations]),
    tx.rows<Stored<RoomValues>>(ROOMS, [actor.institutionId, refs.rooms]),
    tx.rows<Stored<SetupValues>>(SETUPS, [actor.institutionId, refs.setups]),
  ]);
  return { locations, rooms, setups };
}

const LOCATIONS = statement(
  'import_locations',
  'SELECT id, ref, name, address FROM locations WHERE institution_id = $1 AND ref = ANY($2::text[]) FOR UPDATE',
);

const ROOMS = statement(
  'import_rooms',
  `SELECT id, ref, location_id AS "locationId", name, capacity FROM rooms
   WHERE institution_id = $1 AND ref = ANY($2::text[]) FOR UPDATE`,
);

const SETUPS = statement(
  'import_setups',
  `SELECT id, ref, room_id AS "roomId", name, capacity, is_default AS "isDefault" FROM room_setups
   WHERE institution_id = $1 AND ref = ANY($2::text[]) FOR UPDATE`,
);
