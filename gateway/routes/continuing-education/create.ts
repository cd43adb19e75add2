import { resourceIn } from '../../../platform/core/json-resource.ts';
import { present } from '../../../platform/core/present.ts';
import { ProgramSchema, ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { programExample, StudyProgram, StudyProgramCreate } from '../../schema/program.ts';
import { repeatedIds } from '../../schema/validate.ts';
import { programView } from './program-view.ts';

export const createProgram = writeEndpoint({
  path: '/continuing-education',
  method: 'POST',
  operationId: 'createProgram',
  tag: 'Continuing education',
  service: 'curricula',
  summary: 'Create a program',
  description:
    'Creates the program with its initial version, which is the first and the default version, and connects it to curricula. Statistics are always disabled.',
  idempotencyKey: 'required',
  body: StudyProgramCreate,
  bodyExample: {
    name: 'Wound Care Specialist',
    code: 'CE-WC',
    initialVersionName: '2026',
    objective: 'Certified wound care for nursing staff',
    defaultStudyTime: 12,
    hasCohorts: true,
  },
  bodyFaultStatus: 400,
  unknownReference: { pointer: '/curriculaIds/0', message: 'does not refer to a curriculum that can be connected' },
  rules: ({ curriculaIds = [] }) => repeatedIds(curriculaIds, (index) => `/curriculaIds/${index}`),
  success: 201,
  data: StudyProgram,
  example: { ...programExample, responsibleUsers: [], cohortsCount: 0 },
  async run({ body, send, institutionId }) {
    const { curriculaIds = [], initialVersionName } = body;
    const { message, metadata } = await send(ProgramService.method.createProgram, {
      program: resourceIn(ProgramSchema, body),
      curriculaIds,
      ...(initialVersionName === undefined ? {} : { initialVersionName }),
    });
    const program = present(message.program, 'program');
    // A new program has no responsible users, so a replay need not fetch any.
    return {
      data: programView(program, { institutionId, responsibleUsers: [] }),
      revision: program.revision,
      metadata,
    };
  },
});
