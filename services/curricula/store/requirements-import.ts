import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { uuid, uuids } from '../../../platform/data/schema/column.ts';
import { columnsOf, deleteRows, insertRows, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { ModuleRequirementsRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { Connection, RequirementsPlan } from '../domain/plan-requirements.ts';
import { rowsOfKnown } from './known-ids.ts';
import { MODULE_VERSIONS_BY_IDS } from './module-import.ts';
import { moduleConnections } from './module-tables.ts';

interface StoredRequirements {
  readonly connections: readonly Connection[];
  /** Those of the batch's module versions that the institution has, with their refs. */
  readonly refs: ReadonlyMap<string, string>;
}

/** The institution's records that a batch names, read under the lock of its imports: all in one batch of statements. */
export async function loadRequirements(
  tx: Tx,
  actor: TenantActor,
  records: readonly ModuleRequirementsRecord[],
): Promise<StoredRequirements> {
  const children = records.map(({ moduleVersionId }) => moduleVersionId);
  const parents = records.flatMap(({ required }) => required.map(({ moduleVersionId }) => moduleVersionId));
  lockImport(tx, actor.institutionId);
  const [connections, versions] = await Promise.all([
    tx.rows(OF_CHILDREN, { institutionId: actor.institutionId, children: children.filter(isUuid) }),
    rowsOfKnown(tx, actor, MODULE_VERSIONS_BY_IDS, [...children, ...parents]),
  ]);
  return { connections, refs: new Map(versions.map(({ id, ref }) => [id, ref])) };
}

/** Writes a plan's changes in at most two statements. */
export function writeRequirements(
  tx: Tx,
  { institutionId }: TenantActor,
  { connecting, parting }: RequirementsPlan,
  newId: () => string,
): void {
  if (parting.length > 0) tx.write(PART, { institutionId, ids: parting.map(({ id }) => id) });
  tx.write(CONNECT, {
    institutionId,
    rows: connecting.map((connection) => ({ ...connection, revision: newId() })),
  });
}

const CONNECTION = ['id', 'parentModuleVersionId', 'childModuleVersionId', 'studyPeriodId'] as const;

const OF_CHILDREN = sqlStatement(moduleConnections, 'of_children', {
  parameters: { institutionId: uuid(), children: uuids() },
  result: typesOf(moduleConnections, CONNECTION),
  text: ($) => `SELECT ${columnsOf(moduleConnections, 'c', CONNECTION)} FROM module_connections c
   WHERE c.institution_id = ${$.institutionId} AND c.child_module_version_id = ANY(${$.children})`,
});

const CONNECT = insertRows(moduleConnections, { shared: ['institutionId'] });

const PART = deleteRows(moduleConnections);
