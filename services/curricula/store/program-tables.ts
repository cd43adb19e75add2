import { boolean, instant, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';

export const programs = table('programs', {
  audited: { resource: 'program' },
  columns: {
    ...identified,
    ref: plainText().nullable(),
    name: text(),
    code: text().nullable(),
    codeKey: plainText().nullable(),
    objective: text().nullable(),
    defaultStudyTime: integer().nullable(),
    hasCohorts: boolean(),
    type: text().nullable(),
    isArchived: boolean(),
    defaultTuitionFeePlanId: text().nullable(),
    statisticData: text().nullable().check('statistic_data IS JSON OBJECT'),
    defaultVersionId: uuid(),
    revision: uuid(),
    ...dated,
  },
  checks: { programs_code_with_key: '(code IS NULL) = (code_key IS NULL)' },
  references: {
    programs_default_version: {
      columns: ['institutionId', 'id', 'defaultVersionId'],
      to: 'program_versions',
      keys: ['institutionId', 'studyProgramId', 'id'],
      isDeferred: true,
    },
  },
  indexes: {
    programs_ref: { on: ['institutionId', 'ref'], isUnique: true, where: 'ref IS NOT NULL' },
    programs_by_creation: { on: ['institutionId', 'createdAt', 'id'], include: ['updatedAt', 'isArchived'] },
    programs_by_change: { on: ['institutionId', 'updatedAt'], include: ['createdAt', 'id', 'isArchived'] },
    programs_by_code: {
      on: ['institutionId', 'codeKey', 'createdAt', 'id'],
      include: ['updatedAt', 'isArchived'],
      where: 'code_key IS NOT NULL',
    },
  },
});

export const programVersions = table('program_versions', {
  audited: { resource: 'program_version' },
  columns: {
    ...identified,
    ref: plainText().nullable(),
    studyProgramId: uuid(),
    name: text(),
    statisticData: text().nullable().check('statistic_data IS JSON OBJECT'),
    revision: uuid(),
    ...dated,
  },
  unique: { program_versions_of_program: ['institutionId', 'studyProgramId', 'id'] },
  references: { program_versions_program: { columns: ['institutionId', 'studyProgramId'], to: 'programs' } },
  indexes: {
    program_versions_ref: { on: ['institutionId', 'ref'], isUnique: true, where: 'ref IS NOT NULL' },
    program_versions_by_creation: { on: ['institutionId', 'studyProgramId', 'createdAt', 'id'] },
  },
});

export const programCurricula = table('program_curricula', {
  columns: {
    institutionId: uuid(),
    studyProgramId: uuid(),
    curriculumId: uuid(),
    position: integer(),
  },
  primaryKey: ['institutionId', 'studyProgramId', 'curriculumId'],
  references: {
    program_curricula_program: { columns: ['institutionId', 'studyProgramId'], to: 'programs' },
    program_curricula_curriculum: { columns: ['institutionId', 'curriculumId'], to: 'curricula' },
  },
});

export const programResponsibleUsers = table('program_responsible_users', {
  columns: {
    institutionId: uuid(),
    studyProgramId: uuid(),
    userId: uuid(),
  },
  primaryKey: ['institutionId', 'studyProgramId', 'userId'],
  references: { program_responsible_users_program: { columns: ['institutionId', 'studyProgramId'], to: 'programs' } },
});

export const cohorts = table('cohorts', {
  audited: { resource: 'cohort' },
  columns: {
    ...identified,
    ref: plainText(),
    studyProgramVersionId: uuid(),
    name: text(),
    startDate: instant(),
    endDate: instant(),
    curriculumVersionId: uuid(),
    originalCurriculumVersionId: uuid().nullable(),
    isArchived: boolean(),
    hasDisconnectedFromCurricula: boolean().nullable(),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: { cohorts_ref: ['institutionId', 'ref'] },
  references: {
    cohorts_program_version: { columns: ['institutionId', 'studyProgramVersionId'], to: 'program_versions' },
    cohorts_curriculum_version: { columns: ['institutionId', 'curriculumVersionId'], to: 'curriculum_versions' },
    cohorts_original_curriculum_version: {
      columns: ['institutionId', 'originalCurriculumVersionId'],
      to: 'curriculum_versions',
    },
  },
  indexes: { cohorts_of_version: { on: ['institutionId', 'studyProgramVersionId', 'startDate', 'id'] } },
});

export const cohortTerms = table('cohort_terms', {
  columns: {
    ...identified,
    cohortId: uuid(),
    curriculumTermId: uuid(),
    organizationTermId: uuid(),
    cohortStudyTimelineStatus: text().nullable().check('cohort_study_timeline_status IS JSON OBJECT'),
    createdAt: instant(),
  },
  unique: { cohort_terms_once: ['institutionId', 'cohortId', 'curriculumTermId', 'organizationTermId'] },
  references: {
    cohort_terms_cohort: { columns: ['institutionId', 'cohortId'], to: 'cohorts' },
    cohort_terms_term: { columns: ['institutionId', 'curriculumTermId'], to: 'curriculum_terms' },
    cohort_terms_organization_term: { columns: ['institutionId', 'organizationTermId'], to: 'organization_terms' },
  },
  indexes: { cohort_terms_of_term: { on: ['institutionId', 'curriculumTermId', 'createdAt', 'id'] } },
});
