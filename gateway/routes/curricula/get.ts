import { present } from '../../../platform/core/present.ts';
import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { Curriculum, curriculumExample } from '../../schema/curriculum.ts';
import { curriculumView } from './curriculum-view.ts';

export const getCurriculum = readEndpoint({
  path: '/curricula/{id}',
  operationId: 'getCurriculum',
  tag: 'Curricula',
  service: 'curricula',
  summary: 'Get one curriculum',
  description: 'Returns the number of versions, not the versions.',
  data: Curriculum,
  example: curriculumExample,
  async run({ params, call, institutionId }) {
    const response = await call(CurriculumService.method.getCurriculum, { id: params.id });
    const curriculum = present(response.curriculum, 'curriculum');
    return { data: curriculumView(curriculum, institutionId), revision: curriculum.revision };
  },
});
