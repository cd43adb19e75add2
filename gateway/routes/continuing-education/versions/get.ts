import { present } from '../../../../platform/core/present.ts';
import { ProgramVersionService } from '../../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { readEndpoint } from '../../../endpoint/declare.ts';
import { programVersionDetailExample, StudyProgramVersionDetail } from '../../../schema/program-version.ts';
import { programVersionResource } from './version-view.ts';

export const getProgramVersion = readEndpoint({
  path: '/continuing-education/{id}/versions/{versionId}',
  operationId: 'getProgramVersion',
  tag: 'Continuing education',
  service: 'curricula',
  summary: 'Get one version of a program',
  description: 'Includes its cohorts.',
  data: StudyProgramVersionDetail,
  example: programVersionDetailExample,
  async run({ params, call, institutionId }) {
    const request = { studyProgramId: params.id, id: present(params.versionId, 'versionId') };
    const { detail } = await call(ProgramVersionService.method.getProgramVersion, request);
    return programVersionResource(detail, institutionId);
  },
});
