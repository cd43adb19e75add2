import type { TenantActor } from '../../chassis/actor.ts';
import { type Statement, statement, type Tx, type Value } from '../../chassis/db/statement.ts';
import { type Entry, withChange } from '../../chassis/import/match-by-ref.ts';
import { writeRows } from '../../chassis/import/write-rows.ts';
import { toInstantText } from '../../chassis/instant.ts';
import type { ImportPlan, LocationValues, RoomValues, SetupValues } from '../domain/plan-import.ts';

interface Writing {
  /** In epoch milliseconds. */
  readonly now: number;
  newId(): string;
}

/** Writes what a plan changes, set by set: eight statements at most, whatever the batch, in one flight with the commit; none where nothing changes. */
export function writeImport(tx: Tx, actor: TenantActor, plan: ImportPlan, { now, newId }: Writing): void {
  const at = toInstantText(now);
  const send = (to: Statement, rows: readonly (readonly Value[])[]) => writeRows(tx, actor, at, to, rows);
  const locationRow = ({ id, values: { ref, name, address } }: Entry<LocationValues>) => [
    id,
    ref,
    name,
    address,
    newId(),
  ];
  const roomRow = ({ id, values: { ref, locationId, name, capacity } }: Entry<RoomValues>) => [
    id,
    ref,
    locationId,
    name,
    capacity,
    newId(),
  ];
  const setupRow = ({ id, values: { ref, roomId, name, capacity, isDefault } }: Entry<SetupValues>) => [
    id,
    ref,
    roomId,
    name,
    capacity,
    isDefault,
  ];

  send(INSERT_LOCATIONS, withChange(plan.locations, 'create').map(locationRow));
  send(UPDATE_LOCATIONS, withChange(plan.locations, 'update').map(locationRow));
  send(INSERT_ROOMS, withChange(plan.rooms, 'create').map(roomRow));
  send(UPDATE_ROOMS, withChange(plan.rooms, 'update').map(roomRow));
  send(
    REVISE_ROOMS,
    plan.leftRoomIds.map((id) => [id, newId()]),
  );
  // The index of defaults is checked row by row: whoever loses the default goes first.
  const { setupIds, roomIds } = plan.releasedDefaults;
  if (setupIds.length > 0 || roomIds.length > 0)
    tx.write(RELEASE_DEFAULTS, [actor.institutionId, at, setupIds, roomIds]);
  send(UPDATE_SETUPS, withChange(plan.setups, 'update').map(setupRow));
  send(INSERT_SETUPS, withChange(plan.setups, 'create').map(setupRow));
}

const INSERT_LOCATIONS = statement(
  'import_insert_locations',
  `INSERT INTO locations (institution_id, created_at, updated_at, id, ref, name, address, revision)
   SELECT $1, $2, $2, u.* FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[]) AS u`,
);

const UPDATE_LOCATIONS = statement(
  'import_update_locations',
  `UPDATE locations l SET name = u.name, address = u.address, revision = u.revision, updated_at = $2
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[]) AS u(id, ref, name, address, revision)
   WHERE l.institution_id = $1 AND l.id = u.id`,
);

const INSERT_ROOMS = statement(
  'import_insert_rooms',
  `INSERT INTO rooms (institution_id, created_at, updated_at, id, ref, location_id, name, capacity, revision)
   SELECT $1, $2, $2, u.* FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::integer[], $8::uuid[]) AS u`,
);

const UPDATE_ROOMS = statement(
  'import_update_rooms',
  `UPDATE rooms r SET location_id = u.location_id, name = u.name, capacity = u.capacity, revision = u.revision, updated_at = $2
   FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::integer[], $8::uuid[])
     AS u(id, ref, location_id, name, capacity, revision)
   WHERE r.institution_id = $1 AND r.id = u.id`,
);

const REVISE_ROOMS = statement(
  'import_revise_rooms',
  `UPDATE rooms r SET revision = u.revision, updated_at = $2
   FROM unnest($3::uuid[], $4::uuid[]) AS u(id, revision)
   WHERE r.institution_id = $1 AND r.id = u.id`,
);

const RELEASE_DEFAULTS = statement(
  'import_release_defaults',
  `UPDATE room_setups SET is_default = false, updated_at = $2
   WHERE institution_id = $1 AND is_default AND (id = ANY($3::uuid[]) OR room_id = ANY($4::uuid[]))`,
);

const INSERT_SETUPS = statement(
  'import_insert_setups',
  `INSERT INTO room_setups (institution_id, created_at, updated_at, id, ref, room_id, name, capacity, is_default)
   SELECT $1, $2, $2, u.* FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::integer[], $8::boolean[]) AS u`,
);

const UPDATE_SETUPS = statement(
  'import_update_setups',
  `UPDATE room_setups s SET room_id = u.room_id, name = u.name, capacity = u.capacity, is_default = u.is_default, updated_at = $2
   FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::integer[], $8::boolean[])
     AS u(id, ref, room_id, name, capacity, is_default)
   WHERE s.institution_id = $1 AND s.id = u.id`,
);
