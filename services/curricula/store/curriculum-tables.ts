import { boolean, instant, integer, plainText, text, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';
import type { StoredElectionMode } from '../domain/election-modes.ts';
import type { StoredPathwayType } from '../domain/pathway.ts';

export const curricula = table('curricula', {
  audited: { resource: 'curriculum' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    isCohortSpecific: boolean(),
    isArchived: boolean(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'curricula_ref', columns: ['institutionId', 'ref'] }],
  indexes: [{ name: 'curricula_by_creation', columns: ['institutionId', 'createdAt', 'id'], include: ['isArchived'] }],
});

export const curriculumVersions = table('curriculum_versions', {
  audited: { resource: 'curriculum_version' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    curriculumId: uuid(),
    version: text(),
    name: text(),
    isDefault: boolean(),
    electionMode: text<StoredElectionMode>().nullable(),
    electionStartWeeks: integer().nullable(),
    electionEndWeeks: integer().nullable(),
    isCohortVersion: boolean(),
    sourceCohortId: uuid().nullable(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [
    { name: 'curriculum_versions_ref', columns: ['institutionId', 'ref'] },
    { name: 'curriculum_versions_default', columns: ['institutionId', 'curriculumId'], where: 'is_default' },
  ],
  indexes: [{ name: 'curriculum_versions_by_creation', columns: ['institutionId', 'curriculumId', 'createdAt', 'id'] }],
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
      columns: ['institutionId', 'curriculumId'],
      to: 'curricula',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'curriculum_versions_source_cohort',
      columns: ['institutionId', 'sourceCohortId'],
      to: 'cohorts',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const curriculumTerms = table('curriculum_terms', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    curriculumVersionId: uuid(),
    position: integer(),
    name: text(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [
    { name: 'curriculum_terms_of_version', columns: ['institutionId', 'curriculumVersionId', 'id'] },
    { name: 'curriculum_terms_ref', columns: ['institutionId', 'ref'] },
  ],
  checks: [{ name: 'curriculum_terms_position_check', expression: '"position" >= 0' }],
  references: [
    {
      name: 'curriculum_terms_version',
      columns: ['institutionId', 'curriculumVersionId'],
      to: 'curriculum_versions',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const pathways = table('pathways', {
  audited: { resource: 'pathway' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    curriculumVersionId: uuid(),
    position: integer(),
    name: text(),
    type: text<StoredPathwayType>(),
    description: text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [
    { name: 'pathways_of_version', columns: ['institutionId', 'curriculumVersionId', 'id'] },
    { name: 'pathways_ref', columns: ['institutionId', 'ref'] },
  ],
  indexes: [{ name: 'pathways_by_position', columns: ['institutionId', 'curriculumVersionId', 'position', 'id'] }],
  checks: [
    { name: 'pathways_position_check', expression: '"position" >= 0' },
    { name: 'pathways_type_check', expression: "type = ANY (ARRAY['FIXED'::text, 'SELECTABLE_FOCUS'::text])" },
  ],
  references: [
    {
      name: 'pathways_version',
      columns: ['institutionId', 'curriculumVersionId'],
      to: 'curriculum_versions',
      toColumns: ['institutionId', 'id'],
    },
  ],
});
