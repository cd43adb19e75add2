import type { CohortRecord, ProgramRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';

/** The values of programs, and of what is nested in them, in a bundle, by column name. Instants are text. */

export interface ProgramValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly objective: string | null;
  readonly defaultStudyTime: number | null;
  readonly hasCohorts: boolean;
  readonly type: string | null;
  readonly isArchived: boolean;
}

/** The default version is set on the program, but changing it changes both. */
export interface DefaultVersion {
  readonly defaultVersionId: string;
}

export interface ProgramVersionValues {
  readonly ref: string;
  readonly studyProgramId: string;
  readonly name: string;
  readonly isDefault: boolean;
}

export interface CohortValues {
  readonly ref: string;
  readonly studyProgramVersionId: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly curriculumVersionId: string;
  readonly originalCurriculumVersionId: string | null;
  readonly isArchived: boolean;
  readonly hasDisconnectedFromCurricula: boolean | null;
}

/** A field absent from the bundle is empty. */
export function programValues(record: ProgramRecord): ProgramValues {
  const { ref, name, code, objective, defaultStudyTime, hasCohorts, type, isArchived } = record;
  return {
    ref,
    name,
    code: code ?? null,
    objective: objective ?? null,
    defaultStudyTime: defaultStudyTime ?? null,
    hasCohorts,
    type: type ?? null,
    isArchived,
  };
}

export function cohortValues(record: CohortRecord, versionId: string): CohortValues {
  return {
    ref: record.ref,
    studyProgramVersionId: versionId,
    name: record.name,
    startDate: record.startDate,
    endDate: record.endDate,
    curriculumVersionId: record.curriculaVersionId,
    originalCurriculumVersionId: record.originalCurriculaVersionId ?? null,
    isArchived: record.isArchived,
    hasDisconnectedFromCurricula: record.hasDisconnectedFromCurricula ?? null,
  };
}
