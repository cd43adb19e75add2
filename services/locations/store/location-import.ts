import type { TenantActor } from '../../../platform/core/actor.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { importTable, lockByRef, type Writing, writeEntries } from '../../../platform/data/import-table.ts';
import { instant, uuid, uuids } from '../../../platform/data/schema/column.ts';
import { changeRows } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { ImportPlan, StoredBundle } from '../domain/plan-import.ts';
import { locations, roomSetups, rooms } from './tables.ts';

const LOCATIONS = importTable(locations);
const ROOMS = importTable(rooms, { keep: ['isArchived'] });
const SETUPS = importTable(roomSetups);

interface BundleRefs {
  readonly locations: readonly string[];
  readonly rooms: readonly string[];
  readonly setups: readonly string[];
}

/** The stored records with the refs of a batch, read under the lock of the institution's imports: all in one batch of statements. */
export async function loadForImport(tx: Tx, actor: TenantActor, refs: BundleRefs): Promise<StoredBundle> {
  lockImport(tx, actor.institutionId);
  const [ofLocations, ofRooms, ofSetups] = await Promise.all([
    lockByRef(tx, actor, LOCATIONS, refs.locations),
    lockByRef(tx, actor, ROOMS, refs.rooms),
    lockByRef(tx, actor, SETUPS, refs.setups),
  ]);
  return { locations: ofLocations, rooms: ofRooms, setups: ofSetups };
}

/** Writes a plan's changes, set by set: at most eight statements regardless of the batch, sent together with the commit; none if nothing changes. */
export function writeImport(tx: Tx, actor: TenantActor, plan: ImportPlan, writing: Writing): void {
  const { institutionId } = actor;
  const { at: updatedAt, newId } = writing;
  writeEntries(tx, actor, LOCATIONS, plan.locations, writing);
  writeEntries(tx, actor, ROOMS, plan.rooms, writing, ({ values }) => ({ ...values, isArchived: false }));
  tx.write(REVISE_ROOMS, { institutionId, updatedAt, rows: plan.leftRoomIds.map((id) => ({ id, revision: newId() })) });
  // The unique index of defaults is checked row by row, so the old default is cleared first.
  const { setupIds, roomIds } = plan.releasedDefaults;
  if (setupIds.length > 0 || roomIds.length > 0)
    tx.write(RELEASE_DEFAULTS, { institutionId, updatedAt, setupIds, roomIds });
  writeEntries(tx, actor, SETUPS, plan.setups, writing);
}

const REVISE_ROOMS = changeRows(rooms, 'revise', { shared: ['institutionId', 'updatedAt'], set: ['revision'] });

const RELEASE_DEFAULTS = sqlStatement(roomSetups, 'release_defaults', {
  parameters: { institutionId: uuid(), updatedAt: instant(), setupIds: uuids(), roomIds: uuids() },
  result: {},
  text: ($) => `UPDATE room_setups SET is_default = false, updated_at = ${$.updatedAt}
   WHERE institution_id = ${$.institutionId} AND is_default AND (id = ANY(${$.setupIds}) OR room_id = ANY(${$.roomIds}))`,
});
