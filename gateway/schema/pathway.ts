import { type Static, Type } from 'typebox';
import { Choice, Id, Int32, nullable } from './types.ts';

const PathwayType = Choice(
  ['FIXED', 'SELECTABLE_FOCUS'],
  '`FIXED`: mandatory. `SELECTABLE_FOCUS`: a student chooses one of these pathways.',
);

/** A pathway of a curriculum version as every answer shows it (spec: Pathway). */
export const Pathway = Type.Object(
  {
    id: Id('The pathway’s id.'),
    position: Int32('The position among the pathways of the version. Need not be unique.', {
      minimum: 0,
      examples: [1],
    }),
    name: Type.String({ description: 'The pathway’s name.', examples: ['Systems'] }),
    type: PathwayType,
    curriculaVersionId: Id('The curriculum version that the pathway belongs to.'),
    description: nullable(Type.String({ description: 'Free text.' })),
  },
  { title: 'Pathway' },
);
export type PathwayView = Static<typeof Pathway>;

/** The body of POST /curricula/{id}/versions/{versionId}/pathways. */
export const PathwayCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255, description: 'The pathway’s name.', examples: ['Systems'] }),
    type: PathwayType,
    position: Type.Optional(
      Int32(
        'Stored as given. By default the greatest position + 1, and 0 for the first pathway; if that exceeds the maximum, the number of pathways.',
        { minimum: 0, maximum: 1_000_000, examples: [1] },
      ),
    ),
    description: Type.Optional(Type.String({ maxLength: 10000, description: 'Free text.' })),
  },
  { title: 'PathwayCreate', additionalProperties: false },
);

export const pathwayExample: PathwayView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1301',
  position: 1,
  name: 'Systems',
  type: 'SELECTABLE_FOCUS',
  curriculaVersionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
  description: null,
};
