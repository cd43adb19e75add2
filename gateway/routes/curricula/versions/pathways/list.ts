import { Type } from 'typebox';
import { PathwayService } from '../../../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { listEndpoint } from '../../../../endpoint/declare.ts';
import { Pathway, pathwayExample } from '../../../../schema/pathway.ts';
import { pathwayView } from './pathway-view.ts';

export const listPathways = listEndpoint({
  path: '/curricula/{id}/versions/{versionId}/pathways',
  operationId: 'listPathways',
  tag: 'Curricula',
  service: 'curricula',
  summary: 'List the pathways of a curriculum version',
  description: 'Ordered by `position`.',
  filters: Type.Object({}),
  item: Pathway,
  example: pathwayExample,
  position: ({ position, id }) => ({ sort: String(position), id }),
  async run({ params, page, call }) {
    const request = { page, curriculaId: params.id, curriculaVersionId: params.versionId ?? '' };
    const { pathways, hasMore } = await call(PathwayService.method.listPathways, request);
    return { items: pathways.map(pathwayView), hasMore };
  },
});
