import { type Static, Type } from 'typebox';
import { Choice, Id, Instant, Int32, nullable } from './types.ts';

/** A summary of a cohort. */
export const CohortSummary = Type.Object(
  {
    id: Id('The cohort’s id.'),
    name: Type.String({ description: 'The cohort’s name.', examples: ['Autumn 2026'] }),
  },
  { title: 'CohortSummary' },
);

/** A version's own properties, the same in lists and in full depth. */
export const curriculumVersionProperties = {
  id: Id('The version’s id.'),
  version: Type.String({ description: 'The version number or label.', examples: ['1'] }),
  name: Type.String({ description: 'The version’s name.', examples: ['2026 regulations'] }),
  createdAt: Instant('When the version was created.'),
  updatedAt: Instant('When the version was last changed.'),
  curriculaId: Id('The curriculum that it is a version of.'),
  electionEndWeeks: nullable(Int32('When elections end, in weeks from the term.', { examples: [2] })),
  electionStartWeeks: nullable(Int32('When elections start, in weeks from the term.', { examples: [6] })),
  electionMode: nullable(
    Choice(
      ['ELECT_WHENEVER', 'ELECT_BEFORE_TERM', 'ELECT_AFTER_TERM'],
      'When students choose their modules; null if not stated.',
    ),
  ),
  isCohortVersion: Type.Boolean({ description: 'Whether the curriculum was made for one cohort.' }),
  sourceCohortId: nullable(Id('The cohort for which the version was made.')),
  sourceCohort: nullable(CohortSummary),
  isDefault: Type.Boolean({ description: 'Whether it is the curriculum’s default version.' }),
};

/** A version of a curriculum without its nested records (decisions 9.1). */
export const CurriculaVersion = Type.Object(curriculumVersionProperties, { title: 'CurriculaVersion' });
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
