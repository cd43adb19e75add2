import type { TestCurricula } from './test-curricula.ts';

const at = '2026-10-05T08:00:00.000Z';
/** The curriculum `science` as reads show it. */
export const expectedScience = (curricula: TestCurricula) => ({
  id: curricula.id('curricula/science'),
  name: 'Science',
  institutionId: curricula.school.id,
  createdAt: at,
  updatedAt: at,
  isCohortSpecific: true,
  isArchived: false,
  code: 'SC',
  versionsCount: 2,
});
/** The curriculum `arts`, which has neither code nor versions, as reads show it. */
export const expectedArts = (curricula: TestCurricula) => ({
  id: curricula.id('curricula/arts'),
  name: 'Arts',
  institutionId: curricula.school.id,
  createdAt: at,
  updatedAt: at,
  isCohortSpecific: false,
  isArchived: true,
  code: null,
  versionsCount: 0,
});
