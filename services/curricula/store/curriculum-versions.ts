import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  findBy,
  instant,
  type ResultOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import {
  CohortSummarySchema,
  type CurriculumVersion,
  CurriculumVersionSchema,
  ElectionMode,
} from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { curriculumVersions } from './curriculum-tables.ts';

const STATE = columnsBut(curriculumVersions, 'institutionId', 'ref');

export const CURRICULUM_VERSION = { ...typesOf(curriculumVersions, STATE), sourceCohortName: text().nullable() };
type CurriculumVersionRow = ResultOf<typeof CURRICULUM_VERSION>;

/** The columns of {@link CURRICULUM_VERSION}, of {@link CURRICULUM_VERSION_TABLES}. */
export const CURRICULUM_VERSION_COLUMNS = `${columnsOf(curriculumVersions, 'v', STATE)}, sc.name AS "sourceCohortName"`;

export const CURRICULUM_VERSION_TABLES = `curriculum_versions v
  LEFT JOIN cohorts sc ON sc.institution_id = v.institution_id AND sc.id = v.source_cohort_id`;

/** Whether the curriculum has this version. */
export async function isVersionOfCurriculum(
  db: Reader,
  { institutionId }: TenantActor,
  curriculumId: string,
  id: string,
): Promise<boolean> {
  if (!isUuid(curriculumId) || !isUuid(id)) return false;
  return (await db.point(OF_CURRICULUM, { institutionId, curriculumId, id })) !== null;
}

/** One more than the page holds, in order of creation; none if the institution does not have the curriculum. */
export async function listCurriculumVersions(
  db: Reader,
  { institutionId }: TenantActor,
  curriculumId: string,
  after: Keyset,
): Promise<CurriculumVersionRow[]> {
  return isUuid(curriculumId) ? db.rows(LIST, { institutionId, curriculumId, ...after }) : [];
}

export function curriculumVersionMessage(row: CurriculumVersionRow): CurriculumVersion {
  const { curriculumId: curriculaId, electionMode, sourceCohortId: id, sourceCohortName: name } = row;
  return writeVersion({
    ...row,
    curriculaId,
    electionMode: electionMode && ElectionMode[electionMode],
    sourceCohort: id === null || name === null ? null : cohortSummary({ id, name }),
  });
}

const writeVersion = messageWriter(CurriculumVersionSchema);
export const cohortSummary = messageWriter(CohortSummarySchema);

const OF_CURRICULUM = findBy(curriculumVersions, ['institutionId', 'curriculumId', 'id'], []);

const LIST = sqlStatement(curriculumVersions, 'list', {
  parameters: { ...POSITION, sort: instant(), curriculumId: uuid() },
  result: CURRICULUM_VERSION,
  text: ($) => `SELECT ${CURRICULUM_VERSION_COLUMNS} FROM ${CURRICULUM_VERSION_TABLES}
   WHERE v.institution_id = ${$.institutionId} AND v.curriculum_id = ${$.curriculumId}
     AND (v.created_at, v.id) > (${$.sort}, ${$.id})
   ORDER BY v.created_at, v.id LIMIT ${$.limit}`,
});
