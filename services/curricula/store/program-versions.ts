import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  columnsBut,
  columnsOf,
  insertRow,
  instant,
  json,
  jsonOf,
  type ResultOf,
  type RowOf,
  sqlPointRead,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import {
  type Cohort,
  CohortSchema,
  type ProgramVersion,
  type ProgramVersionDetail,
  ProgramVersionDetailSchema,
} from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import type { ProgramVersionState } from '../domain/program-version.ts';
import { instantOfJson } from './json-instant.ts';
import { programVersionMessage } from './program-messages.ts';
import { cohorts, programVersions } from './program-tables.ts';

/** A version with its cohorts, in one snapshot. */
type ProgramVersionRow = ResultOf<typeof VERSION_WITH_COHORTS>;

/** Null if the program, or the institution, has no version with this id. */
export async function findProgramVersion(
  db: Reader,
  { institutionId }: TenantActor,
  studyProgramId: string,
  id: string,
): Promise<ProgramVersionRow | null> {
  return isUuid(studyProgramId) && isUuid(id) ? db.point(BY_ID, { institutionId, studyProgramId, id }) : null;
}

/** A program's versions after a position, in order of creation; one more than the page holds. */
export async function listProgramVersions(
  db: Reader,
  { institutionId }: TenantActor,
  studyProgramId: string,
  after: Keyset,
): Promise<ProgramVersion[]> {
  if (!isUuid(studyProgramId)) return [];
  const rows = await db.rows(LIST, { institutionId, studyProgramId, ...after });
  return rows.map(programVersionMessage);
}

export function insertProgramVersion(tx: Tx, { institutionId }: TenantActor, version: ProgramVersionState): void {
  tx.write(INSERT, { institutionId, ref: null, ...version });
}

/** Writes a version's new name; its program is locked. */
export function renameProgramVersion(tx: Tx, { institutionId }: TenantActor, version: ProgramVersionState): void {
  tx.write(UPDATE, { institutionId, ...version });
}

export function programVersionDetail(
  version: ProgramVersionState,
  cohorts: ProgramVersionRow['cohorts'] = [],
): ProgramVersionDetail {
  return writeDetail({
    version: programVersionMessage(version),
    cohorts: cohorts.map((cohort) => cohortMessage(cohort, version.id)),
  });
}

function cohortMessage(cohort: CohortJson, studyProgramVersionId: string): Cohort {
  return writeCohort({
    ...cohort,
    startDate: instantOfJson(cohort.startDate),
    endDate: instantOfJson(cohort.endDate),
    curriculaVersionId: cohort.curriculumVersionId,
    studyProgramVersionId,
    originalCurriculaVersionId: cohort.originalCurriculumVersionId,
  });
}

const writeDetail = messageWriter(ProgramVersionDetailSchema);
const writeCohort = messageWriter(CohortSchema);

const STATE = columnsBut(programVersions, 'institutionId', 'ref');
const VERSION = { ...typesOf(programVersions, STATE), isDefault: boolean() };

/** The columns of {@link VERSION}, of tables `program_versions v` and `programs p`. */
const COLUMNS = `${columnsOf(programVersions, 'v', STATE)}, v.id = p.default_version_id AS "isDefault"`;

const COHORT = columnsBut(
  cohorts,
  'institutionId',
  'ref',
  'studyProgramVersionId',
  'revision',
  'createdAt',
  'updatedAt',
);
type CohortJson = Pick<RowOf<typeof cohorts>, (typeof COHORT)[number]>;

/** Cohorts by start, then by id. */
const VERSION_WITH_COHORTS = { ...VERSION, cohorts: json<readonly CohortJson[]>() };

const BY_ID = sqlPointRead(programVersions, 'by_id', {
  key: { institutionId: uuid(), studyProgramId: uuid(), id: uuid() },
  result: VERSION_WITH_COHORTS,
  text: `SELECT ${COLUMNS},
     (SELECT coalesce(json_agg(${jsonOf(cohorts, 'h', COHORT)} ORDER BY h.start_date, h.id), '[]')
      FROM cohorts h WHERE h.institution_id = v.institution_id AND h.study_program_version_id = v.id) AS cohorts
   FROM program_versions v
   JOIN programs p ON p.institution_id = v.institution_id AND p.id = v.study_program_id
   WHERE v.institution_id = k.institution_id AND v.study_program_id = k.study_program_id AND v.id = k.id`,
});

const LIST = sqlStatement(programVersions, 'list', {
  parameters: { ...POSITION, sort: instant(), studyProgramId: uuid() },
  result: VERSION,
  text: ($) => `SELECT ${COLUMNS}
   FROM program_versions v JOIN programs p ON p.institution_id = v.institution_id AND p.id = v.study_program_id
   WHERE v.institution_id = ${$.institutionId} AND v.study_program_id = ${$.studyProgramId}
     AND (v.created_at, v.id) > (${$.sort}, ${$.id})
   ORDER BY v.created_at, v.id LIMIT ${$.limit}`,
});

const INSERT = insertRow(programVersions);

const UPDATE = updateRow(programVersions, { keep: ['ref', 'studyProgramId', 'createdAt'] });
