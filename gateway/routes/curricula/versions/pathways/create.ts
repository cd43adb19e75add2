import { resourceIn } from '../../../../../platform/core/json-resource.ts';
import { present } from '../../../../../platform/core/present.ts';
import { PathwaySchema, PathwayService, PathwayType } from '../../../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { writeEndpoint } from '../../../../endpoint/declare.ts';
import { Pathway, PathwayCreate, pathwayExample } from '../../../../schema/pathway.ts';
import { pathwayView } from './pathway-view.ts';

export const createPathway = writeEndpoint({
  path: '/curricula/{id}/versions/{versionId}/pathways',
  method: 'POST',
  operationId: 'createPathway',
  tag: 'Curricula',
  service: 'curricula',
  summary: 'Create a pathway of a curriculum version',
  description: 'Without `position`, it is added after the last one.',
  idempotencyKey: 'required',
  body: PathwayCreate,
  bodyExample: { name: 'Systems', type: 'SELECTABLE_FOCUS', position: 1 },
  bodyFaultStatus: 400,
  success: 201,
  data: Pathway,
  example: pathwayExample,
  async run({ params, body, send }) {
    const request = {
      curriculaId: params.id,
      curriculaVersionId: params.versionId ?? '',
      pathway: { ...resourceIn(PathwaySchema, body), type: PathwayType[body.type ?? 'UNSPECIFIED'] },
    };
    const { message, metadata } = await send(PathwayService.method.createPathway, request);
    return { data: pathwayView(present(message.pathway, 'pathway')), metadata };
  },
});
