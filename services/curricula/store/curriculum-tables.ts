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
});
