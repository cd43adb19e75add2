import type { Static } from 'typebox';
import { enumTexts } from '../../platform/core/enum-texts.ts';
import {
  CohortSummarySchema,
  CurriculumVersionSchema,
  ElectionMode,
} from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { representation } from './contract.ts';
import { Choice, Id, Instant, nullable } from './types.ts';

/** A summary of a cohort. */
export const CohortSummary = representation('CohortSummary', CohortSummarySchema, {
  id: Id('The cohort’s id.'),
  name: { text: 'The cohort’s name.', example: 'Autumn 2026' },
});

export const electionModes = enumTexts(ElectionMode);

/** A version of a curriculum without its nested records (decisions 9.1). */
export const CurriculaVersion = representation('CurriculaVersion', CurriculumVersionSchema, {
  id: Id('The version’s id.'),
  version: { text: 'The version number or label.', example: '1' },
  name: { text: 'The version’s name.', example: '2026 regulations' },
  createdAt: Instant('When the version was created.'),
  updatedAt: Instant('The server’s clock when the last change of the version began.'),
  curriculaId: Id('The curriculum that it is a version of.'),
  electionEndWeeks: { text: 'When elections end, in weeks from the term.', example: 2 },
  electionStartWeeks: { text: 'When elections start, in weeks from the term.', example: 6 },
  electionMode: nullable(Choice(electionModes.all, 'When students choose their modules; null if not stated.')),
  isCohortVersion: 'Whether the curriculum was made for one cohort.',
  sourceCohortId: nullable(Id('The cohort for which the version was made.')),
  sourceCohort: nullable(CohortSummary),
  isDefault: 'Whether it is the curriculum’s default version.',
  revision: null,
});
export type CurriculumVersionView = Static<typeof CurriculaVersion>;

export const curriculumVersionExample: CurriculumVersionView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
  version: '1',
  name: '2026 regulations',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
  curriculaId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1101',
  electionEndWeeks: 2,
  electionStartWeeks: 6,
  electionMode: 'ELECT_BEFORE_TERM',
  isCohortVersion: false,
  sourceCohortId: null,
  sourceCohort: null,
  isDefault: true,
};
