import { Type } from 'typebox';
import { Id, Instant, nullable } from './types.ts';

/** The record that an interval conflicts with. */
export const ConflictingLog = Type.Object(
  {
    id: Id('The record’s id.'),
    startTime: Instant('When it begins.'),
    endTime: nullable(Instant('When it ends; null for an open session.')),
  },
  {
    title: 'ConflictingLog',
    description:
      'The earliest record that the interval overlaps. For an item of a bulk, earlier items of the request count as records.',
  },
);
