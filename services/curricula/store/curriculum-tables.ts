import { boolean, instant, integer, plainText, text, uuid } from '../../chassis/db/schema/column.ts';
import { table } from '../../chassis/db/schema/table.ts';

export const curricula = table('curricula', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    is_cohort_specific: boolean(),
    is_archived: boolean(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'curricula_ref', columns: ['institution_id', 'ref'] }],
  indexes: [
    { name: 'curricula_by_creation', columns: ['institution_id', 'created_at', 'id'], include: ['is_archived'] },
  ],
});

export const curriculumVersions = table('curriculum_versions', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    curriculum_id: uuid(),
    version: text(),
    name: text(),
    is_default: boolean(),
    election_mode: text().nullable(),
    election_start_weeks: integer().nullable(),
    election_end_weeks: integer().nullable(),
    is_cohort_version: boolean(),
    source_cohort_id: uuid().nullable(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'curriculum_versions_ref', columns: ['institution_id', 'ref'] },
    { name: 'curriculum_versions_default', columns: ['institution_id', 'curriculum_id'], where: 'is_default' },
  ],
  indexes: [
    { name: 'curriculum_versions_by_creation', columns: ['institution_id', 'curriculum_id', 'created_at', 'id'] },
  ],
  checks: [
    { name: 'curriculum_versions_election_end_weeks_check', expression: 'election_end_weeks >= 0' },
    {
      name: 'curriculum_versions_election_mode_check',
      expression:
        "election_mode = ANY (ARRAY['ELECT_WHENEVER'::text, 'ELECT_BEFORE_TERM'::text, 'ELECT_AFTER_TERM'::text])",
    },
    { name: 'curriculum_versions_election_start_weeks_check', expression: 'election_start_weeks >= 0' },
  ],
  references: [
    {
      name: 'curriculum_versions_curriculum',
      columns: ['institution_id', 'curriculum_id'],
      to: 'curricula',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'curriculum_versions_source_cohort',
      columns: ['institution_id', 'source_cohort_id'],
      to: 'cohorts',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const curriculumTerms = table('curriculum_terms', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    curriculum_version_id: uuid(),
    position: integer(),
    name: text(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'curriculum_terms_of_version', columns: ['institution_id', 'curriculum_version_id', 'id'] },
    { name: 'curriculum_terms_ref', columns: ['institution_id', 'ref'] },
  ],
  checks: [{ name: 'curriculum_terms_position_check', expression: '"position" >= 0' }],
  references: [
    {
      name: 'curriculum_terms_version',
      columns: ['institution_id', 'curriculum_version_id'],
      to: 'curriculum_versions',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const pathways = table('pathways', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    curriculum_version_id: uuid(),
    position: integer(),
    name: text(),
    type: text(),
    description: text().nullable(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'pathways_of_version', columns: ['institution_id', 'curriculum_version_id', 'id'] },
    { name: 'pathways_ref', columns: ['institution_id', 'ref'] },
  ],
  indexes: [{ name: 'pathways_by_position', columns: ['institution_id', 'curriculum_version_id', 'position', 'id'] }],
  checks: [
    { name: 'pathways_position_check', expression: '"position" >= 0' },
    { name: 'pathways_type_check', expression: "type = ANY (ARRAY['FIXED'::text, 'SELECTABLE_FOCUS'::text])" },
  ],
  references: [
    {
      name: 'pathways_version',
      columns: ['institution_id', 'curriculum_version_id'],
      to: 'curriculum_versions',
      toColumns: ['institution_id', 'id'],
    },
  ],
});
