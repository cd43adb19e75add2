import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  insertRow,
  instant,
  integer,
  lockRow,
  sqlStatement,
  sqlUpdate,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import { type Pathway, PathwaySchema, PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import type { PathwayState } from '../domain/pathway.ts';
import { curriculumVersions, pathways } from './curriculum-tables.ts';

/** A version whose pathways are locked until the transaction ends. */
interface LockedVersion {
  readonly versionId: string;
  /** The greatest position among its pathways; null without pathways. */
  readonly lastPosition: number | null;
  readonly pathwaysCount: number;
}

/** The version and curriculum ids of a path. */
interface VersionPath {
  readonly curriculaId: string;
  readonly curriculaVersionId: string;
}

/**
 * Locks the version, so that positions are assigned one at a time; null if the curriculum has no version with this id.
 * Both reads are one batch: the second sees rows committed while the first waited for the lock.
 */
export async function lockPathways(
  tx: Tx,
  { institutionId }: TenantActor,
  { curriculaId: curriculumId, curriculaVersionId: id }: VersionPath,
): Promise<LockedVersion | null> {
  if (!isUuid(curriculumId) || !isUuid(id)) return null;
  const [[version], [last]] = await Promise.all([
    tx.rows(LOCK_VERSION, { institutionId, curriculumId, id }),
    tx.rows(LAST_POSITION, { institutionId, curriculumVersionId: id }),
  ]);
  return version
    ? { versionId: version.id, lastPosition: last?.position ?? null, pathwaysCount: last?.pathways ?? 0 }
    : null;
}

/** Writes a new pathway, which its version shows. */
export function insertPathway(
  tx: Tx,
  { institutionId }: TenantActor,
  pathway: PathwayState,
  { at, newId }: { readonly at: string; newId(): string },
): void {
  tx.write(INSERT, { institutionId, ref: null, ...pathway, createdAt: at, updatedAt: at, revision: newId() });
  tx.write(REVISE_VERSION, { institutionId, id: pathway.curriculumVersionId, revision: newId(), at });
}

/** One more than the page holds, by position; none if the curriculum does not have the version. */
export async function listPathways(
  db: Reader,
  { institutionId }: TenantActor,
  { curriculaId: curriculumId, curriculaVersionId: curriculumVersionId }: VersionPath,
  { sort, ...after }: Keyset,
): Promise<PathwayState[]> {
  if (!isUuid(curriculumId) || !isUuid(curriculumVersionId)) return [];
  return db.rows(LIST, { institutionId, curriculumId, curriculumVersionId, sort: Number(sort), ...after });
}

export function pathwayMessage(pathway: PathwayState): Pathway {
  return writePathway({
    ...pathway,
    type: PathwayType[pathway.type],
    curriculaVersionId: pathway.curriculumVersionId,
  });
}

const writePathway = messageWriter(PathwaySchema);

export const PATHWAY = columnsBut(pathways, 'institutionId', 'ref', 'revision', 'createdAt', 'updatedAt');

const LOCK_VERSION = lockRow(curriculumVersions, ['institutionId', 'curriculumId', 'id'], ['id']);

const LAST_POSITION = sqlStatement(pathways, 'last_position', {
  parameters: { institutionId: uuid(), curriculumVersionId: uuid() },
  result: { position: integer().nullable(), pathways: integer() },
  text: ($) => `SELECT max(position) AS position, count(*)::integer AS pathways
   FROM pathways WHERE institution_id = ${$.institutionId} AND curriculum_version_id = ${$.curriculumVersionId}`,
});

const INSERT = insertRow(pathways);

const REVISE_VERSION = sqlUpdate(curriculumVersions, 'revise', {
  parameters: { institutionId: uuid(), id: uuid(), revision: uuid(), at: instant() },
  text: ($) => `UPDATE curriculum_versions SET revision = ${$.revision}, updated_at = greatest(updated_at, ${$.at})
   WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});

const LIST = sqlStatement(pathways, 'list', {
  parameters: { ...POSITION, sort: bigint(), curriculumId: uuid(), curriculumVersionId: uuid() },
  result: typesOf(pathways, PATHWAY),
  text: ($) => `SELECT ${columnsOf(pathways, 'p', PATHWAY)}
   FROM curriculum_versions v
   JOIN pathways p ON p.institution_id = v.institution_id AND p.curriculum_version_id = v.id
   WHERE v.institution_id = ${$.institutionId} AND v.id = ${$.curriculumVersionId}
     AND v.curriculum_id = ${$.curriculumId} AND (p.position, p.id) > (${$.sort}::bigint, ${$.id})
   ORDER BY p.position, p.id LIMIT ${$.limit}`,
});
