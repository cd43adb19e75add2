import { Type } from 'typebox';
import { ProgramVersionService } from '../../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { creationEnds } from '../../../endpoint/creation-ends.ts';
import { listEndpoint } from '../../../endpoint/declare.ts';
import { programVersionExample, StudyProgramVersion } from '../../../schema/program-version.ts';
import { programVersionView } from './version-view.ts';

export const listProgramVersions = listEndpoint({
  path: '/continuing-education/{id}/versions',
  operationId: 'listProgramVersions',
  tag: 'Continuing education',
  service: 'curricula',
  summary: 'List the versions of a program',
  description: 'Ordered by creation. Cohorts are not included.',
  filters: Type.Object({}),
  item: StudyProgramVersion,
  example: programVersionExample,
  async run({ params, page, call, institutionId }) {
    const request = { page, studyProgramId: params.id };
    const { versions, hasMore } = await call(ProgramVersionService.method.listProgramVersions, request);
    return {
      items: versions.map((version) => programVersionView(version, institutionId)),
      hasMore,
      ends: creationEnds(versions),
    };
  },
});
