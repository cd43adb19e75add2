import { maskOf, resourceIn } from '../../../../platform/core/json-resource.ts';
import { present } from '../../../../platform/core/present.ts';
import {
  ProgramVersionSchema,
  ProgramVersionService,
} from '../../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import {
  programVersionDetailExample,
  StudyProgramVersionDetail,
  StudyProgramVersionUpdate,
} from '../../../schema/program-version.ts';
import { programVersionResource } from './version-view.ts';

export const updateProgramVersion = writeEndpoint({
  path: '/continuing-education/{id}/versions/{versionId}',
  method: 'PATCH',
  operationId: 'updateProgramVersion',
  tag: 'Continuing education',
  service: 'curricula',
  summary: 'Rename a version of a program',
  description: 'Without a name, or with the current name, nothing changes. `If-Match` is optional.',
  ifMatch: 'optional',
  body: StudyProgramVersionUpdate,
  bodyExample: { name: '2026 (revised)' },
  success: 200,
  data: StudyProgramVersionDetail,
  example: programVersionDetailExample,
  async run({ params, body, precondition, send, institutionId }) {
    const request = {
      studyProgramId: params.id,
      id: present(params.versionId, 'versionId'),
      version: resourceIn(ProgramVersionSchema, body),
      updateMask: maskOf(ProgramVersionSchema, body),
      ...(precondition ? { precondition } : {}),
    };
    const { message, metadata } = await send(ProgramVersionService.method.updateProgramVersion, request);
    return { ...programVersionResource(message.detail, institutionId), metadata };
  },
});
