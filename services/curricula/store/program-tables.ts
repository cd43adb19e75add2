import { boolean, instant, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';

export const programs = table('programs', {
  audited: { resource: 'program' },
  whose: 'nobody',
  columns: {
    ...identified,
    ref: plainText().says('nothing').nullable(),
    name: text().says('nothing'),
    code: text().says('nothing').nullable(),
    codeKey: plainText().says('nothing').nullable(),
    objective: text().says('text').nullable(),
    defaultStudyTime: integer().says('nothing').nullable(),
    hasCohorts: boolean().says('nothing'),
    type: text().says('nothing').nullable(),
    isArchived: boolean().says('nothing'),
    defaultTuitionFeePlanId: text().says('nothing').nullable(),
    statisticData: text().says('text').nullable().check('statistic_data IS JSON OBJECT'),
    defaultVersionId: uuid().says('nothing'),
    revision: uuid().says('nothing'),
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
  whose: 'nobody',
  columns: {
    ...identified,
    ref: plainText().says('nothing').nullable(),
    studyProgramId: uuid().says('nothing'),
    name: text().says('nothing'),
    statisticData: text().says('text').nullable().check('statistic_data IS JSON OBJECT'),
    revision: uuid().says('nothing'),
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
    institutionId: uuid().says('nothing'),
    studyProgramId: uuid().says('nothing'),
    curriculumId: uuid().says('nothing'),
    position: integer().says('nothing'),
  },
  primaryKey: ['institutionId', 'studyProgramId', 'curriculumId'],
  references: {
    program_curricula_program: { columns: ['institutionId', 'studyProgramId'], to: 'programs' },
    program_curricula_curriculum: { columns: ['institutionId', 'curriculumId'], to: 'curricula' },
  },
});

export const programResponsibleUsers = table('program_responsible_users', {
  whose: 'userId',
  columns: {
    institutionId: uuid().says('nothing'),
    studyProgramId: uuid().says('nothing'),
    userId: uuid().says('nothing'),
  },
  primaryKey: ['institutionId', 'studyProgramId', 'userId'],
  references: { program_responsible_users_program: { columns: ['institutionId', 'studyProgramId'], to: 'programs' } },
});

export const cohorts = table('cohorts', {
  audited: { resource: 'cohort' },
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    studyProgramVersionId: uuid().says('nothing'),
    name: text().says('nothing'),
    startDate: instant().says('nothing'),
    endDate: instant().says('nothing'),
    curriculumVersionId: uuid().says('nothing'),
    originalCurriculumVersionId: uuid().says('nothing').nullable(),
    isArchived: boolean().says('nothing'),
    hasDisconnectedFromCurricula: boolean().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
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
  whose: 'nobody',
  columns: {
    ...identified,
    cohortId: uuid().says('nothing'),
    curriculumTermId: uuid().says('nothing'),
    organizationTermId: uuid().says('nothing'),
    cohortStudyTimelineStatus: text().says('text').nullable().check('cohort_study_timeline_status IS JSON OBJECT'),
    createdAt: instant().says('nothing'),
  },
  unique: { cohort_terms_once: ['institutionId', 'cohortId', 'curriculumTermId', 'organizationTermId'] },
  references: {
    cohort_terms_cohort: { columns: ['institutionId', 'cohortId'], to: 'cohorts' },
    cohort_terms_term: { columns: ['institutionId', 'curriculumTermId'], to: 'curriculum_terms' },
    cohort_terms_organization_term: { columns: ['institutionId', 'organizationTermId'], to: 'organization_terms' },
  },
  indexes: { cohort_terms_of_term: { on: ['institutionId', 'curriculumTermId', 'createdAt', 'id'] } },
});
