import { Type } from 'typebox';
import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Curriculum, curriculumExample } from '../../schema/curriculum.ts';
import { Ids, IsArchived } from '../../schema/types.ts';
import { curriculumView } from './curriculum-view.ts';

export const listCurricula = listEndpoint({
  path: '/curricula',
  operationId: 'listCurricula',
  tag: 'Curricula',
  service: 'curricula',
  summary: 'List curricula',
  description: 'Ordered by `createdAt`. Includes archived curricula, which have `isArchived: true`.',
  filters: Type.Object({
    ids: Ids('curricula'),
    isArchived: IsArchived('curricula'),
  }),
  item: Curriculum,
  example: curriculumExample,
  position: ({ createdAt, id }) => ({ sort: createdAt, id }),
  async run({ filters, page, call, institutionId }) {
    const { curricula, hasMore } = await call(CurriculumService.method.listCurricula, { ...filters, page });
    return { items: curricula.map((curriculum) => curriculumView(curriculum, institutionId)), hasMore };
  },
});
