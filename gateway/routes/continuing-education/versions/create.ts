import { ProgramVersionService } from '../../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import {
  programVersionDetailExample,
  StudyProgramVersionCreate,
  StudyProgramVersionDetail,
} from '../../../schema/program-version.ts';
import { programVersionResource } from './version-view.ts';

export const createProgramVersion = writeEndpoint({
  path: '/continuing-education/{id}/versions',
  method: 'POST',
  operationId: 'createProgramVersion',
  tag: 'Continuing education',
  service: 'curricula',
  summary: 'Create another version of a program',
  description: 'The new version has no cohorts. The default version does not change.',
  idempotencyKey: 'required',
  body: StudyProgramVersionCreate,
  bodyExample: { versionName: '2027' },
  success: 201,
  data: StudyProgramVersionDetail,
  example: { ...programVersionDetailExample, isDefault: false, cohorts: [] },
  async run({ params, body, send, institutionId }) {
    const request = { studyProgramId: params.id, version: { name: body.versionName } };
    const { message, metadata } = await send(ProgramVersionService.method.createProgramVersion, request);
    return { ...programVersionResource(message.detail, institutionId), metadata };
  },
});
