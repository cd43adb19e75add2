import type { TenantActor } from '../../../platform/core/actor.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import {
  importTable,
  importWrites,
  lockByRef,
  type Writing,
  writeEntries,
} from '../../../platform/data/import-table.ts';
import { text, uuid } from '../../../platform/data/schema/column.ts';
import {
  changeRows,
  columnsBut,
  columnsOf,
  deleteRowsBy,
  insertRows,
  rowsByIds,
  typesOf,
} from '../../../platform/data/statements/row-statements.ts';
import { rowsOfRefs } from '../../../platform/data/statements/rows-of-refs.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { CohortRecord, ProgramRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { KnownOfPrograms } from '../domain/check-program-records.ts';
import type { ProgramPlan, StoredPrograms } from '../domain/plan-program-import.ts';
import { CURRICULUM_VERSIONS_BY_IDS } from './curriculum-import.ts';
import { curricula, curriculumTerms } from './curriculum-tables.ts';
import { knownIds } from './known-ids.ts';
import { organizationTerms } from './module-tables.ts';
import { CONNECT } from './program-curricula.ts';
import {
  cohorts,
  cohortTerms,
  programCurricula,
  programResponsibleUsers,
  programs,
  programVersions,
} from './program-tables.ts';

/**
 * The institution's records that a batch names, read under the lock of its imports: all in one batch of statements, programs first (see lockProgram).
 */
export async function loadPrograms(
  tx: Tx,
  actor: TenantActor,
  records: readonly ProgramRecord[],
): Promise<{ stored: StoredPrograms; known: Omit<KnownOfPrograms, 'users'> }> {
  const versionRecords = records.flatMap(({ versions }) => versions);
  const cohortRecords = versionRecords.flatMap(({ cohorts }) => cohorts);
  lockImport(tx, actor.institutionId);
  const [stored, known] = await Promise.all([
    loadStored(tx, actor, {
      programs: records.map(refOf),
      versions: versionRecords.map(refOf),
      cohorts: cohortRecords.map(refOf),
    }),
    loadKnown(tx, actor, records, cohortRecords),
  ]);
  return { stored, known };
}

/** Writes a plan's changes: at most a fixed number of statements, regardless of the batch, sent together with the commit; none if nothing changes. */
export function writePrograms(tx: Tx, actor: TenantActor, plan: ProgramPlan, writing: Writing): void {
  const { institutionId } = actor;
  const { at, newId } = writing;
  const { connections, responsibleUsers, cohortTerms, left } = plan;
  const revised = (ids: readonly string[]) => ({
    institutionId,
    updatedAt: at,
    rows: ids.map((id) => ({ id, revision: newId() })),
  });

  writeEntries(tx, actor, PROGRAMS, plan.programs, writing);
  tx.write(REVISE_PROGRAMS, revised(left.programIds));
  writeEntries(tx, actor, PROGRAM_VERSIONS, plan.versions, writing);
  tx.write(REVISE_VERSIONS, revised(left.versions.map(({ id }) => id)));
  writeEntries(tx, actor, COHORTS, plan.cohorts, writing);
  // Removals first: a curriculum that only changes its position is both removed and added.
  tx.write(DISCONNECT, { institutionId, rows: connections.gone });
  tx.write(CONNECT, { institutionId, rows: connections.added });
  tx.write(DISMISS, { institutionId, rows: responsibleUsers.gone });
  tx.write(APPOINT, { institutionId, rows: responsibleUsers.added });
  tx.write(UNMAP_TERMS, { institutionId, rows: cohortTerms.gone });
  const mappings = cohortTerms.added.map((mapping) => ({ ...mapping, id: newId() }));
  tx.write(MAP_TERMS, { institutionId, createdAt: at, rows: mappings });
}

interface Refs {
  readonly programs: readonly string[];
  readonly versions: readonly string[];
  readonly cohorts: readonly string[];
}

async function loadStored(tx: Tx, actor: TenantActor, refs: Refs): Promise<StoredPrograms> {
  const { institutionId } = actor;
  const [programs, versions, cohorts, connections, responsibleUsers, cohortTerms] = await Promise.all([
    lockByRef(tx, actor, PROGRAMS, refs.programs),
    lockByRef(tx, actor, PROGRAM_VERSIONS, refs.versions),
    tx.rows(LOCK_COHORTS, { institutionId, refs: refs.cohorts }),
    tx.rows(CONNECTIONS, { institutionId, refs: refs.programs }),
    tx.rows(RESPONSIBLE_USERS, { institutionId, refs: refs.programs }),
    tx.rows(COHORT_TERMS, { institutionId, refs: refs.cohorts }),
  ]);
  return { programs, versions, cohorts, connections, responsibleUsers, cohortTerms };
}

async function loadKnown(
  tx: Tx,
  actor: TenantActor,
  programRecords: readonly ProgramRecord[],
  cohortRecords: readonly CohortRecord[],
): Promise<Omit<KnownOfPrograms, 'users'>> {
  const mappings = cohortRecords.flatMap(({ terms }) => terms);
  const known = (byIds: Parameters<typeof knownIds>[2], ids: readonly (string | undefined)[]) =>
    knownIds(tx, actor, byIds, ids);
  const [curricula, curriculumVersions, terms, organizationTerms] = await Promise.all([
    known(
      CURRICULA_BY_IDS,
      programRecords.flatMap(({ curriculaIds }) => curriculaIds),
    ),
    known(
      CURRICULUM_VERSIONS_BY_IDS,
      cohortRecords.flatMap((cohort) => [cohort.curriculaVersionId, cohort.originalCurriculaVersionId]),
    ),
    known(
      TERMS_BY_IDS,
      mappings.map(({ termId }) => termId),
    ),
    known(
      ORGANIZATION_TERMS_BY_IDS,
      mappings.map(({ organizationTermId }) => organizationTermId),
    ),
  ]);
  return { curricula, curriculumVersions, terms, organizationTerms };
}

function refOf({ ref }: { readonly ref: string }): string {
  return ref;
}

const PROGRAMS = importTable(programs);

const PROGRAM_VERSIONS = importTable(programVersions);

const COHORTS = importWrites(cohorts);

const COHORT_COLUMNS = columnsBut(cohorts, 'institutionId', 'revision', 'createdAt', 'updatedAt');

/** With the programs of their versions, which may be outside the batch. */
const LOCK_COHORTS = sqlStatement(cohorts, 'lock_by_ref', {
  parameters: { institutionId: uuid(), refs: text().array() },
  result: { ...typesOf(cohorts, COHORT_COLUMNS), studyProgramId: uuid() },
  text: ($) => `SELECT ${columnsOf(cohorts, 'h', COHORT_COLUMNS)}, v.study_program_id AS "studyProgramId"
   FROM cohorts h JOIN program_versions v ON v.institution_id = h.institution_id AND v.id = h.study_program_version_id
   WHERE h.institution_id = ${$.institutionId} AND h.ref = ANY(${$.refs}) FOR NO KEY UPDATE OF h`,
});

const CONNECTIONS = rowsOfRefs(programCurricula, { of: programs, by: 'studyProgramId' }, [
  'studyProgramId',
  'curriculumId',
  'position',
]);

const RESPONSIBLE_USERS = rowsOfRefs(programResponsibleUsers, { of: programs, by: 'studyProgramId' }, [
  'studyProgramId',
  'userId',
]);

const COHORT_TERMS = rowsOfRefs(cohortTerms, { of: cohorts, by: 'cohortId' }, [
  'cohortId',
  'curriculumTermId',
  'organizationTermId',
]);

const CURRICULA_BY_IDS = rowsByIds(curricula, ['id']);

const TERMS_BY_IDS = rowsByIds(curriculumTerms, ['id']);

const ORGANIZATION_TERMS_BY_IDS = rowsByIds(organizationTerms, ['id']);

const REVISE_PROGRAMS = changeRows(programs, 'revise_rows', {
  shared: ['institutionId', 'updatedAt'],
  set: ['revision'],
});

const REVISE_VERSIONS = changeRows(programVersions, 'revise_rows', {
  shared: ['institutionId', 'updatedAt'],
  set: ['revision'],
});

const DISCONNECT = deleteRowsBy(programCurricula, ['studyProgramId', 'curriculumId']);

const DISMISS = deleteRowsBy(programResponsibleUsers, ['studyProgramId', 'userId']);

const APPOINT = insertRows(programResponsibleUsers, { shared: ['institutionId'] });

const UNMAP_TERMS = deleteRowsBy(cohortTerms, ['cohortId', 'curriculumTermId', 'organizationTermId']);

const MAP_TERMS = insertRows(cohortTerms, { shared: ['institutionId', 'createdAt'] });
