import type { CohortRecord, ProgramRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';

/** What a bundle says of programs and what they nest, by the names of the columns that keep it. Instants are text. */

export interface ProgramValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly objective: string | null;
  readonly default_study_time: number | null;
  readonly has_cohorts: boolean;
  readonly type: string | null;
  readonly is_archived: boolean;
}

/** The default version is the program's to name, and a change of both. */
export interface DefaultVersion {
  readonly default_version_id: string;
}

export interface ProgramVersionValues {
  readonly ref: string;
  readonly study_program_id: string;
  readonly name: string;
  readonly is_default: boolean;
}

export interface CohortValues {
  readonly ref: string;
  readonly study_program_version_id: string;
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly curriculum_version_id: string;
  readonly original_curriculum_version_id: string | null;
  readonly is_archived: boolean;
  readonly has_disconnected_from_curricula: boolean | null;
}

/** What is absent in a bundle has no value. */
export function programValues(record: ProgramRecord): ProgramValues {
  const { ref, name, code, objective, defaultStudyTime, hasCohorts, type, isArchived } = record;
  return {
    ref,
    name,
    code: code ?? null,
    objective: objective ?? null,
    default_study_time: defaultStudyTime ?? null,
    has_cohorts: hasCohorts,
    type: type ?? null,
    is_archived: isArchived,
  };
}

export function cohortValues(record: CohortRecord, versionId: string): CohortValues {
  return {
    ref: record.ref,
    study_program_version_id: versionId,
    name: record.name,
    start_date: record.startDate,
    end_date: record.endDate,
    curriculum_version_id: record.curriculaVersionId,
    original_curriculum_version_id: record.originalCurriculaVersionId ?? null,
    is_archived: record.isArchived,
    has_disconnected_from_curricula: record.hasDisconnectedFromCurricula ?? null,
  };
}
