import { boolean, instant, integer, plainText, text, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';

export const programs = table('programs', {
  audited: { resource: 'program' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    name: text(),
    code: plainText().nullable(),
    objective: text().nullable(),
    defaultStudyTime: integer().nullable(),
    hasCohorts: boolean(),
    type: text().nullable(),
    isArchived: boolean(),
    defaultVersionId: uuid(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const programVersions = table('program_versions', {
  audited: { resource: 'program_version' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    studyProgramId: uuid(),
    name: text(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const programCurricula = table('program_curricula', {
  columns: {
    institutionId: uuid(),
    studyProgramId: uuid(),
    curriculumId: uuid(),
    position: integer(),
  },
  primaryKey: ['institutionId', 'studyProgramId', 'curriculumId'],
});

export const programResponsibleUsers = table('program_responsible_users', {
  columns: {
    institutionId: uuid(),
    studyProgramId: uuid(),
    userId: uuid(),
  },
  primaryKey: ['institutionId', 'studyProgramId', 'userId'],
});

export const cohorts = table('cohorts', {
  audited: { resource: 'cohort' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    studyProgramVersionId: uuid(),
    name: text(),
    startDate: instant(),
    endDate: instant(),
    curriculumVersionId: uuid(),
    originalCurriculumVersionId: uuid().nullable(),
    isArchived: boolean(),
    hasDisconnectedFromCurricula: boolean().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
});

export const cohortTerms = table('cohort_terms', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    cohortId: uuid(),
    curriculumTermId: uuid(),
    organizationTermId: uuid(),
    createdAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});
