import { boolean, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { StoredElectionMode } from '../domain/election-modes.ts';
import type { StoredPathwayType } from '../domain/pathway.ts';

export const curricula = table('curricula', {
  audited: { resource: 'curriculum' },
  columns: {
    ...identified,
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    isCohortSpecific: boolean(),
    isArchived: boolean(),
    revision: uuid(),
    ...dated,
  },
  unique: { curricula_ref: ['institutionId', 'ref'] },
  indexes: { curricula_by_creation: { on: ['institutionId', 'createdAt', 'id'], include: ['isArchived'] } },
});

export const curriculumVersions = table('curriculum_versions', {
  audited: { resource: 'curriculum_version' },
  columns: {
    ...identified,
    ref: plainText(),
    curriculumId: uuid(),
    version: text(),
    name: text(),
    isDefault: boolean(),
    electionMode: text<StoredElectionMode>()
      .nullable()
      .check("election_mode IN ('ELECT_WHENEVER', 'ELECT_BEFORE_TERM', 'ELECT_AFTER_TERM')"),
    electionStartWeeks: integer().nullable().check('election_start_weeks >= 0'),
    electionEndWeeks: integer().nullable().check('election_end_weeks >= 0'),
    isCohortVersion: boolean(),
    sourceCohortId: uuid().nullable(),
    revision: uuid(),
    ...dated,
  },
  unique: { curriculum_versions_ref: ['institutionId', 'ref'] },
  references: {
    curriculum_versions_curriculum: { columns: ['institutionId', 'curriculumId'], to: 'curricula' },
    curriculum_versions_source_cohort: { columns: ['institutionId', 'sourceCohortId'], to: 'cohorts' },
  },
  indexes: {
    curriculum_versions_by_creation: { on: ['institutionId', 'curriculumId', 'createdAt', 'id'] },
    curriculum_versions_default: { on: ['institutionId', 'curriculumId'], isUnique: true, where: 'is_default' },
  },
});

export const curriculumTerms = table('curriculum_terms', {
  columns: {
    ...identified,
    ref: plainText(),
    curriculumVersionId: uuid(),
    position: integer().check('position >= 0'),
    name: text(),
    ...dated,
  },
  unique: {
    curriculum_terms_ref: ['institutionId', 'ref'],
    curriculum_terms_of_version: ['institutionId', 'curriculumVersionId', 'id'],
  },
  references: {
    curriculum_terms_version: { columns: ['institutionId', 'curriculumVersionId'], to: 'curriculum_versions' },
  },
});

export const pathways = table('pathways', {
  audited: { resource: 'pathway' },
  columns: {
    ...identified,
    ref: plainText().nullable(),
    curriculumVersionId: uuid(),
    position: integer().check('position >= 0'),
    name: text(),
    type: text<StoredPathwayType>().check("type IN ('FIXED', 'SELECTABLE_FOCUS')"),
    description: text().nullable(),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: {
    pathways_ref: ['institutionId', 'ref'],
    pathways_of_version: ['institutionId', 'curriculumVersionId', 'id'],
  },
  references: { pathways_version: { columns: ['institutionId', 'curriculumVersionId'], to: 'curriculum_versions' } },
  indexes: { pathways_by_position: { on: ['institutionId', 'curriculumVersionId', 'position', 'id'] } },
});
