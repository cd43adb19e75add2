import type { Static } from 'typebox';
import { CurriculumSchema } from '../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { representation } from './contract.ts';
import { Id, Instant } from './types.ts';

/** A curriculum as every answer shows it (decisions 9.1). */
export const Curriculum = representation('Curriculum', CurriculumSchema, {
  id: Id('The curriculum’s id.'),
  name: { text: 'The curriculum’s name.', example: 'BSc Computer Science' },
  institutionId: Id('The institution that the curriculum belongs to.'),
  createdAt: Instant('When the curriculum was created.'),
  updatedAt: Instant('The server’s clock when the last change of the curriculum began.'),
  isCohortSpecific: 'Whether the curriculum was made for one cohort.',
  isArchived: 'Archived curricula stay readable, but new references to them are rejected.',
  code: { text: 'A code for look-ups. Need not be unique.', example: 'BSC-CS' },
  versionsCount: { text: 'The number of versions.', example: 3 },
  revision: null,
});
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
