import { boolean, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { StoredElectionMode } from '../domain/election-modes.ts';
import type { StoredPathwayType } from '../domain/pathway.ts';

export const curricula = table('curricula', {
  audited: { resource: 'curriculum' },
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    name: text().says('nothing'),
    code: text().says('nothing').nullable(),
    isCohortSpecific: boolean().says('nothing'),
    isArchived: boolean().says('nothing'),
    revision: uuid().says('nothing'),
    ...dated,
  },
  unique: { curricula_ref: ['institutionId', 'ref'] },
  indexes: { curricula_by_creation: { on: ['institutionId', 'createdAt', 'id'], include: ['isArchived'] } },
});

export const curriculumVersions = table('curriculum_versions', {
  audited: { resource: 'curriculum_version' },
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    curriculumId: uuid().says('nothing'),
    version: text().says('nothing'),
    name: text().says('nothing'),
    isDefault: boolean().says('nothing'),
    electionMode: text<StoredElectionMode>()
      .says('nothing')
      .nullable()
      .check("election_mode IN ('ELECT_WHENEVER', 'ELECT_BEFORE_TERM', 'ELECT_AFTER_TERM')"),
    electionStartWeeks: integer().says('nothing').nullable().check('election_start_weeks >= 0'),
    electionEndWeeks: integer().says('nothing').nullable().check('election_end_weeks >= 0'),
    isCohortVersion: boolean().says('nothing'),
    sourceCohortId: uuid().says('nothing').nullable(),
    revision: uuid().says('nothing'),
    ...dated,
  },
  unique: { curriculum_versions_ref: ['institutionId', 'ref'] },
  references: {
    curriculum_versions_curriculum: { columns: ['institutionId', 'curriculumId'], to: 'curricula' },
    // Cohorts refer to versions.
    curriculum_versions_source_cohort: {
      columns: ['institutionId', 'sourceCohortId'],
      to: 'cohorts',
      isDeferred: true,
    },
  },
  indexes: {
    curriculum_versions_by_creation: { on: ['institutionId', 'curriculumId', 'createdAt', 'id'] },
    curriculum_versions_default: { on: ['institutionId', 'curriculumId'], isUnique: true, where: 'is_default' },
  },
});

export const curriculumTerms = table('curriculum_terms', {
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    curriculumVersionId: uuid().says('nothing'),
    position: integer().says('nothing').check('position >= 0'),
    name: text().says('nothing'),
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
  whose: 'nobody',
  columns: {
    ...identified,
    ref: plainText().says('nothing').nullable(),
    curriculumVersionId: uuid().says('nothing'),
    position: integer().says('nothing').check('position >= 0'),
    name: text().says('nothing'),
    type: text<StoredPathwayType>().says('nothing').check("type IN ('FIXED', 'SELECTABLE_FOCUS')"),
    description: text().says('text').nullable(),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
  },
  unique: {
    pathways_ref: ['institutionId', 'ref'],
    pathways_of_version: ['institutionId', 'curriculumVersionId', 'id'],
  },
  references: { pathways_version: { columns: ['institutionId', 'curriculumVersionId'], to: 'curriculum_versions' } },
  indexes: { pathways_by_position: { on: ['institutionId', 'curriculumVersionId', 'position', 'id'] } },
});
