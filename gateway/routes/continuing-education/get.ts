import { present } from '../../../platform/core/present.ts';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { programExample, StudyProgram } from '../../schema/program.ts';
import { programView } from './program-view.ts';
import { responsibleUsersOf } from './responsible-users-view.ts';

export const getProgram = readEndpoint({
  path: '/continuing-education/{id}',
  operationId: 'getProgram',
  tag: 'Continuing education',
  service: 'curricula',
  summary: 'Get one program',
  description: 'Includes its versions, without their cohorts.',
  data: StudyProgram,
  example: programExample,
  async run({ params, call, institutionId }) {
    const response = await call(ProgramService.method.getProgram, { id: params.id });
    const program = present(response.program, 'program');
    const usersOf = await responsibleUsersOf([program], call);
    const data = programView(program, { institutionId, responsibleUsers: usersOf(program) });
    return { data, revision: program.revision };
  },
});
