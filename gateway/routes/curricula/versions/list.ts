import { Type } from 'typebox';
import { CurriculumVersionService } from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { listEndpoint } from '../../../endpoint/declare.ts';
import { CurriculaVersion, curriculumVersionExample } from '../../../schema/curriculum-version.ts';
import { curriculumVersionView } from './version-view.ts';

export const listCurriculumVersions = listEndpoint({
  path: '/curricula/{id}/versions',
  operationId: 'listCurriculumVersions',
  tag: 'Curricula',
  service: 'curricula',
  summary: 'List the versions of a curriculum',
  description: 'Ordered by `createdAt`. The parts of a version are not included.',
  filters: Type.Object({}),
  item: CurriculaVersion,
  example: curriculumVersionExample,
  position: ({ createdAt, id }) => ({ sort: createdAt, id }),
  async run({ params, page, call }) {
    const request = { page, curriculaId: params.id };
    const { versions, hasMore } = await call(CurriculumVersionService.method.listCurriculumVersions, request);
    return { items: versions.map(curriculumVersionView), hasMore };
  },
});
