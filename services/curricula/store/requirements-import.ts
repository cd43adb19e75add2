import type { ModuleRequirementsRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Connection, RequirementsPlan } from '../domain/plan-requirements.ts';

interface StoredRequirements {
  readonly connections: readonly Connection[];
  /** Those of the batch's module versions that the institution has, with their refs. */
  readonly refs: ReadonlyMap<string, string>;
}

/** What the institution has of what a batch names, behind the lock of its imports: all in one flight. */
export async function loadRequirements(
  tx: Tx,
  actor: TenantActor,
  records: readonly ModuleRequirementsRecord[],
): Promise<StoredRequirements> {
  const children = records.map(({ moduleVersionId }) => moduleVersionId).filter(isUuid);
  const parents = records.flatMap(({ required }) => required.map(({ moduleVersionId }) => moduleVersionId));
  const named = [...new Set([...children, ...parents.filter(isUuid)])];
  lockImport(tx, actor.institutionId);
  const [connections, versions] = await Promise.all([
    tx.rows<Connection>(OF_CHILDREN, [actor.institutionId, children]),
    tx.rows<{ id: string; ref: string }>(REFS, [actor.institutionId, named]),
  ]);
  return { connections, refs: new Map(versions.map(({ id, ref }) => [id, ref])) };
}

/** Writes what a plan changes: two statements at most. */
export function writeRequirements(tx: Tx, actor: TenantActor, { connecting, parting }: RequirementsPlan): void {
  if (parting.length > 0) tx.write(PART, [actor.institutionId, parting.map(({ id }) => id)]);
  if (connecting.length > 0)
    tx.write(CONNECT, [
      actor.institutionId,
      connecting.map(({ id }) => id),
      connecting.map((connection) => connection.parentModuleVersionId),
      connecting.map((connection) => connection.childModuleVersionId),
      connecting.map((connection) => connection.studyPeriodId),
    ]);
}

const OF_CHILDREN = statement(
  'module_connections_of_children',
  `SELECT id, parent_module_version_id, child_module_version_id, study_period_id FROM module_connections
   WHERE institution_id = $1 AND child_module_version_id = ANY($2::uuid[])`,
);

const REFS = statement(
  'module_versions_refs',
  'SELECT id, ref FROM module_versions WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const CONNECT = statement(
  'module_connections_connect',
  `INSERT INTO module_connections (institution_id, id, parent_module_version_id, child_module_version_id, study_period_id)
   SELECT $1, u.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) AS u`,
);

const PART = statement(
  'module_connections_part',
  'DELETE FROM module_connections WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);
