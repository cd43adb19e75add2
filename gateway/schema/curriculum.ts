import { type Static, Type } from 'typebox';
import { Id, Instant, Int32, nullable } from './types.ts';

/** A curriculum as every answer shows it (spec: StudyProgramConnectedCurricula; decisions 9.1). */
export const Curriculum = Type.Object(
  {
    id: Id('The curriculum’s id.'),
    name: Type.String({ description: 'The curriculum’s name.', examples: ['BSc Computer Science'] }),
    institutionId: Id('The institution that the curriculum belongs to.'),
    createdAt: Instant('When the curriculum was created.'),
    updatedAt: Instant('When the curriculum was last changed.'),
    isCohortSpecific: Type.Boolean({ description: 'Whether the curriculum was made for one cohort.' }),
    isArchived: Type.Boolean({
      description: 'Archived curricula stay readable, but new references to them are rejected.',
    }),
    code: nullable(Type.String({ description: 'A code for look-ups. Need not be unique.', examples: ['BSC-CS'] })),
    versionsCount: Int32('The number of versions.', { minimum: 0, examples: [3] }),
  },
  { title: 'Curriculum' },
);
export type CurriculumView = Static<typeof Curriculum>;

export const curriculumExample: CurriculumView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1101',
  name: 'BSc Computer Science',
  institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
  isCohortSpecific: false,
  isArchived: false,
  code: 'BSC-CS',
  versionsCount: 3,
};
