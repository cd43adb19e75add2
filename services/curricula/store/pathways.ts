import type { Pathway } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';
import type { PathwayState } from '../domain/pathway.ts';
import { pathwayTypeMessage } from '../domain/pathway-types.ts';

/** A version whose pathways nobody else changes until the transaction ends. */
interface LockedVersion {
  readonly versionId: string;
  /** The greatest position among its pathways; null while it has none. */
  readonly lastPosition: number | null;
  /** How many pathways it has. */
  readonly pathwaysCount: number;
}

/** Which version of which curriculum: the ids of the path. */
interface VersionPath {
  readonly curriculaId: string;
  readonly curriculaVersionId: string;
}

/**
 * Locks the version, so that positions are given one after the other; null when the curriculum has none of this id. Both reads are one flight: the second sees what was committed while the first waited for the lock.
 */
export async function lockPathways(
  tx: Tx,
  actor: TenantActor,
  { curriculaId, curriculaVersionId }: VersionPath,
): Promise<LockedVersion | null> {
  if (!isUuid(curriculaId) || !isUuid(curriculaVersionId)) return null;
  const [[version], [last]] = await Promise.all([
    tx.rows<{ id: string }>(LOCK_VERSION, [actor.institutionId, curriculaVersionId, curriculaId]),
    tx.rows<{ position: number | null; pathways: number }>(LAST_POSITION, [actor.institutionId, curriculaVersionId]),
  ]);
  return version
    ? { versionId: version.id, lastPosition: last?.position ?? null, pathwaysCount: last?.pathways ?? 0 }
    : null;
}

/** Writes a new pathway, which its version shows. @param at instant text */
export function insertPathway(
  tx: Tx,
  actor: TenantActor,
  pathway: PathwayState,
  { at, revision }: { at: string; revision: string },
): void {
  const { id, curriculumVersionId, position, name, type, description } = pathway;
  tx.write(INSERT, [actor.institutionId, at, id, curriculumVersionId, position, name, type, description]);
  tx.write(REVISE_VERSION, [actor.institutionId, at, curriculumVersionId, revision]);
}

/** One more than the page holds, by position; a version that the curriculum does not have has none. */
export async function listPathways(
  db: Reader,
  actor: TenantActor,
  { curriculaId, curriculaVersionId }: VersionPath,
  { sort, id, limit }: Keyset,
): Promise<PathwayState[]> {
  if (!isUuid(curriculaId) || !isUuid(curriculaVersionId)) return [];
  return db.rows(LIST, [actor.institutionId, sort, id, limit, curriculaVersionId, curriculaId]);
}

export function pathwayMessage(pathway: PathwayState): Pathway {
  return {
    $typeName: 'lyceum.curricula.v1.Pathway',
    id: pathway.id,
    position: pathway.position,
    name: pathway.name,
    type: pathwayTypeMessage(pathway.type),
    curriculaVersionId: pathway.curriculumVersionId,
    description: pathway.description ?? undefined,
  };
}

const LOCK_VERSION = statement(
  'pathways_lock_version',
  'SELECT id FROM curriculum_versions WHERE institution_id = $1 AND id = $2 AND curriculum_id = $3 FOR NO KEY UPDATE',
);

const LAST_POSITION = statement(
  'pathways_last_position',
  `SELECT max(position) AS position, count(*)::integer AS pathways
   FROM pathways WHERE institution_id = $1 AND curriculum_version_id = $2`,
);

const INSERT = statement(
  'pathways_insert',
  `INSERT INTO pathways (institution_id, created_at, updated_at, id, curriculum_version_id, position, name, type, description)
   VALUES ($1, $2, $2, $3, $4, $5, $6, $7, $8)`,
);

const REVISE_VERSION = statement(
  'pathways_revise_version',
  'UPDATE curriculum_versions SET updated_at = $2, revision = $4 WHERE institution_id = $1 AND id = $3',
);

const LIST = statement(
  'pathways_list',
  `SELECT p.id, p.curriculum_version_id, p.position, p.name, p.type, p.description
   FROM curriculum_versions v
   JOIN pathways p ON p.institution_id = v.institution_id AND p.curriculum_version_id = v.id
   WHERE v.institution_id = $1 AND v.id = $5 AND v.curriculum_id = $6 AND (p.position, p.id) > ($2::bigint, $3)
   ORDER BY p.position, p.id LIMIT $4`,
);
