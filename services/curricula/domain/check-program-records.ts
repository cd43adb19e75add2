import type { CohortRecord, ProgramRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { RecordFaults } from './record-faults.ts';

/** The existing records among those that a batch references by id. */
export interface KnownOfPrograms {
  readonly users: ReadonlySet<string>;
  readonly curricula: ReadonlySet<string>;
  readonly curriculumVersions: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
  readonly organizationTerms: ReadonlySet<string>;
}

/** Refuses with REQUEST_INVALID an inconsistent batch: a ref twice, a second default version. */
export function checkProgramRecords(records: readonly ProgramRecord[]): void {
  const faults = new RecordFaults();
  for (const [i, { ref, versions }] of records.entries()) {
    faults.claimRef('programs', ref, `/records/${i}`);
    faults.claimDefault(versions, `/records/${i}/versions`);
    for (const [j, version] of versions.entries()) {
      const at = `/records/${i}/versions/${j}`;
      faults.claimRef('programVersions', version.ref, at);
      for (const [k, cohort] of version.cohorts.entries()) faults.claimRef('cohorts', cohort.ref, `${at}/cohorts/${k}`);
    }
  }
  faults.refuseAny();
}

/**
 * Refuses with REQUEST_INVALID a record that references what the institution does not have. References to archived users and curricula are allowed.
 */
export function refuseUnknownOfPrograms(records: readonly ProgramRecord[], known: KnownOfPrograms): void {
  const faults = new RecordFaults();
  for (const [i, { responsibleUserIds, curriculaIds, versions }] of records.entries()) {
    for (const [j, id] of responsibleUserIds.entries()) {
      if (!known.users.has(id)) faults.unknown(`/records/${i}/responsibleUserIds/${j}`, 'user of the institution');
    }
    for (const [j, id] of curriculaIds.entries()) {
      if (!known.curricula.has(id)) faults.unknown(`/records/${i}/curriculaIds/${j}`, 'curriculum of the institution');
    }
    for (const [j, { cohorts }] of versions.entries()) {
      for (const [k, cohort] of cohorts.entries())
        checkCohort(cohort, `/records/${i}/versions/${j}/cohorts/${k}`, known, faults);
    }
  }
  faults.refuseAny();
}

function checkCohort(cohort: CohortRecord, at: string, known: KnownOfPrograms, faults: RecordFaults): void {
  const { curriculumVersions, terms, organizationTerms } = known;
  for (const name of ['curriculaVersionId', 'originalCurriculaVersionId'] as const) {
    const id = cohort[name];
    if (id !== undefined && !curriculumVersions.has(id))
      faults.unknown(`${at}/${name}`, 'curriculum version of the institution');
  }
  for (const [l, { termId, organizationTermId }] of cohort.terms.entries()) {
    if (!terms.has(termId)) faults.unknown(`${at}/terms/${l}/termId`, 'study term of the institution');
    if (!organizationTerms.has(organizationTermId))
      faults.unknown(`${at}/terms/${l}/organizationTermId`, 'academic term of the institution');
  }
}
