import { boolean, instant, integer, plainText, text, uuid } from '../../chassis/db/schema/column.ts';
import { table } from '../../chassis/db/schema/table.ts';

export const programs = table('programs', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    name: text(),
    code: plainText().nullable(),
    objective: text().nullable(),
    default_study_time: integer().nullable(),
    has_cohorts: boolean(),
    type: text().nullable(),
    is_archived: boolean(),
    default_version_id: uuid(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'programs_ref', columns: ['institution_id', 'ref'], where: 'ref IS NOT NULL' }],
  indexes: [
    {
      name: 'programs_by_code',
      columns: ['institution_id', 'code', 'created_at', 'id'],
      include: ['updated_at', 'is_archived'],
      where: 'code IS NOT NULL',
    },
    {
      name: 'programs_by_creation',
      columns: ['institution_id', 'created_at', 'id'],
      include: ['updated_at', 'is_archived'],
    },
  ],
  references: [
    {
      name: 'programs_default_version',
      columns: ['institution_id', 'id', 'default_version_id'],
      to: 'program_versions',
      toColumns: ['institution_id', 'study_program_id', 'id'],
      isDeferred: true,
    },
  ],
});

export const programVersions = table('program_versions', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    study_program_id: uuid(),
    name: text(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'program_versions_of_program', columns: ['institution_id', 'study_program_id', 'id'] },
    { name: 'program_versions_ref', columns: ['institution_id', 'ref'], where: 'ref IS NOT NULL' },
  ],
  indexes: [
    { name: 'program_versions_by_creation', columns: ['institution_id', 'study_program_id', 'created_at', 'id'] },
  ],
  references: [
    {
      name: 'program_versions_program',
      columns: ['institution_id', 'study_program_id'],
      to: 'programs',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const programCurricula = table('program_curricula', {
  columns: {
    institution_id: uuid(),
    study_program_id: uuid(),
    curriculum_id: uuid(),
    position: integer(),
  },
  primaryKey: ['institution_id', 'study_program_id', 'curriculum_id'],
  references: [
    {
      name: 'program_curricula_curriculum',
      columns: ['institution_id', 'curriculum_id'],
      to: 'curricula',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'program_curricula_program',
      columns: ['institution_id', 'study_program_id'],
      to: 'programs',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const programResponsibleUsers = table('program_responsible_users', {
  columns: {
    institution_id: uuid(),
    study_program_id: uuid(),
    user_id: uuid(),
  },
  primaryKey: ['institution_id', 'study_program_id', 'user_id'],
  references: [
    {
      name: 'program_responsible_users_program',
      columns: ['institution_id', 'study_program_id'],
      to: 'programs',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const cohorts = table('cohorts', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    study_program_version_id: uuid(),
    name: text(),
    start_date: instant(),
    end_date: instant(),
    curriculum_version_id: uuid(),
    original_curriculum_version_id: uuid().nullable(),
    is_archived: boolean(),
    has_disconnected_from_curricula: boolean().nullable(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'cohorts_ref', columns: ['institution_id', 'ref'] }],
  indexes: [
    { name: 'cohorts_of_version', columns: ['institution_id', 'study_program_version_id', 'start_date', 'id'] },
  ],
  references: [
    {
      name: 'cohorts_curriculum_version',
      columns: ['institution_id', 'curriculum_version_id'],
      to: 'curriculum_versions',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'cohorts_original_curriculum_version',
      columns: ['institution_id', 'original_curriculum_version_id'],
      to: 'curriculum_versions',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'cohorts_program_version',
      columns: ['institution_id', 'study_program_version_id'],
      to: 'program_versions',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const cohortTerms = table('cohort_terms', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    cohort_id: uuid(),
    curriculum_term_id: uuid(),
    organization_term_id: uuid(),
    created_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    {
      name: 'cohort_terms_once',
      columns: ['institution_id', 'cohort_id', 'curriculum_term_id', 'organization_term_id'],
    },
  ],
  indexes: [{ name: 'cohort_terms_of_term', columns: ['institution_id', 'curriculum_term_id', 'created_at', 'id'] }],
  references: [
    {
      name: 'cohort_terms_cohort',
      columns: ['institution_id', 'cohort_id'],
      to: 'cohorts',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'cohort_terms_organization_term',
      columns: ['institution_id', 'organization_term_id'],
      to: 'organization_terms',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'cohort_terms_term',
      columns: ['institution_id', 'curriculum_term_id'],
      to: 'curriculum_terms',
      toColumns: ['institution_id', 'id'],
    },
  ],
});
