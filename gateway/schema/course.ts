import type { Static } from 'typebox';
import { CourseSchema } from '../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { representation } from './contract.ts';
import { Id, Instant } from './types.ts';

/** A course as every answer shows it (decisions 7.3). */
export const Course = representation('Course', CourseSchema, {
  id: Id('The course entity’s id, for paths and filters.'),
  layerId: Id('The id of the course’s layer, for `courseIds` of appointments.'),
  code: 'A code for look-ups. Need not be unique.',
  name: 'The course’s name.',
  isArchived: 'Archived courses stay readable, but new references to them are rejected.',
  createdAt: Instant('When the course was created.'),
  updatedAt: Instant('The server’s clock when the last change of the course began.'),
  revision: null,
});
export type CourseView = Static<typeof Course>;

export const courseExample: CourseView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c01',
  layerId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c02',
  code: 'MATH-101',
  name: 'Analysis I',
  isArchived: false,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
};
