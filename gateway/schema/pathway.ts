import type { Static } from 'typebox';
import { enumTexts } from '../../platform/core/enum-texts.ts';
import {
  type Pathway as PathwayMessage,
  PathwaySchema,
  PathwayType,
} from '../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { createBody, representation, type Words } from './contract.ts';
import { Choice, Id, Int32 } from './types.ts';

export const pathwayTypes = enumTexts(PathwayType);

const words = {
  id: Id('The pathway’s id.'),
  position: {
    shown: Int32('The position among the pathways of the version. Need not be unique.', { minimum: 0, examples: [1] }),
    input:
      'Stored as given. By default the greatest position + 1, and 0 for the first pathway; if that exceeds the maximum, the number of pathways.',
    example: 1,
  },
  name: { text: 'The pathway’s name.', example: 'Systems' },
  type: Choice(pathwayTypes.all, '`FIXED`: mandatory. `SELECTABLE_FOCUS`: a student chooses one of these pathways.'),
  curriculaVersionId: Id('The curriculum version that the pathway belongs to.'),
  description: 'Free text.',
} satisfies Words<PathwayMessage>;

/** A pathway of a curriculum version as every answer shows it. */
export const Pathway = representation('Pathway', PathwaySchema, words);
export type PathwayView = Static<typeof Pathway>;

/** The body of POST /curricula/{id}/versions/{versionId}/pathways. */
export const PathwayCreate = createBody('PathwayCreate', PathwaySchema, words, { nulls: false });

export const pathwayExample: PathwayView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1301',
  position: 1,
  name: 'Systems',
  type: 'SELECTABLE_FOCUS',
  curriculaVersionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
  description: null,
};
