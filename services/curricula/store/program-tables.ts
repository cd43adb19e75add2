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
  uniques: [{ name: 'programs_ref', columns: ['institutionId', 'ref'], where: 'ref IS NOT NULL' }],
  indexes: [
    {
      name: 'programs_by_change',
      columns: ['institutionId', 'updatedAt'],
      include: ['createdAt', 'id', 'isArchived'],
    },
    {
      name: 'programs_by_code',
      columns: ['institutionId', 'code', 'createdAt', 'id'],
      include: ['updatedAt', 'isArchived'],
      where: 'code IS NOT NULL',
    },
    {
      name: 'programs_by_creation',
      columns: ['institutionId', 'createdAt', 'id'],
      include: ['updatedAt', 'isArchived'],
    },
  ],
  references: [
    {
      name: 'programs_default_version',
      columns: ['institutionId', 'id', 'defaultVersionId'],
      to: 'program_versions',
      toColumns: ['institutionId', 'studyProgramId', 'id'],
      isDeferred: true,
    },
  ],
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
  uniques: [
    { name: 'program_versions_of_program', columns: ['institutionId', 'studyProgramId', 'id'] },
    { name: 'program_versions_ref', columns: ['institutionId', 'ref'], where: 'ref IS NOT NULL' },
  ],
  indexes: [{ name: 'program_versions_by_creation', columns: ['institutionId', 'studyProgramId', 'createdAt', 'id'] }],
  references: [
    {
      name: 'program_versions_program',
      columns: ['institutionId', 'studyProgramId'],
      to: 'programs',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const programCurricula = table('program_curricula', {
  columns: {
    institutionId: uuid(),
    studyProgramId: uuid(),
    curriculumId: uuid(),
    position: integer(),
  },
  primaryKey: ['institutionId', 'studyProgramId', 'curriculumId'],
  references: [
    {
      name: 'program_curricula_curriculum',
      columns: ['institutionId', 'curriculumId'],
      to: 'curricula',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'program_curricula_program',
      columns: ['institutionId', 'studyProgramId'],
      to: 'programs',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const programResponsibleUsers = table('program_responsible_users', {
  columns: {
    institutionId: uuid(),
    studyProgramId: uuid(),
    userId: uuid(),
  },
  primaryKey: ['institutionId', 'studyProgramId', 'userId'],
  references: [
    {
      name: 'program_responsible_users_program',
      columns: ['institutionId', 'studyProgramId'],
      to: 'programs',
      toColumns: ['institutionId', 'id'],
    },
  ],
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
  uniques: [{ name: 'cohorts_ref', columns: ['institutionId', 'ref'] }],
  indexes: [{ name: 'cohorts_of_version', columns: ['institutionId', 'studyProgramVersionId', 'startDate', 'id'] }],
  references: [
    {
      name: 'cohorts_curriculum_version',
      columns: ['institutionId', 'curriculumVersionId'],
      to: 'curriculum_versions',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'cohorts_original_curriculum_version',
      columns: ['institutionId', 'originalCurriculumVersionId'],
      to: 'curriculum_versions',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'cohorts_program_version',
      columns: ['institutionId', 'studyProgramVersionId'],
      to: 'program_versions',
      toColumns: ['institutionId', 'id'],
    },
  ],
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
  uniques: [
    {
      name: 'cohort_terms_once',
      columns: ['institutionId', 'cohortId', 'curriculumTermId', 'organizationTermId'],
    },
  ],
  indexes: [{ name: 'cohort_terms_of_term', columns: ['institutionId', 'curriculumTermId', 'createdAt', 'id'] }],
  references: [
    {
      name: 'cohort_terms_cohort',
      columns: ['institutionId', 'cohortId'],
      to: 'cohorts',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'cohort_terms_organization_term',
      columns: ['institutionId', 'organizationTermId'],
      to: 'organization_terms',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'cohort_terms_term',
      columns: ['institutionId', 'curriculumTermId'],
      to: 'curriculum_terms',
      toColumns: ['institutionId', 'id'],
    },
  ],
});
