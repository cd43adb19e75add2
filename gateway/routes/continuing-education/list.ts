import { Type } from 'typebox';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { creationEnds } from '../../endpoint/creation-ends.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { programExample, StudyProgram } from '../../schema/program.ts';
import { Ids, Instant, IsArchived } from '../../schema/types.ts';
import { programView } from './program-view.ts';
import { responsibleUsersOf } from './responsible-users-view.ts';

export const listPrograms = listEndpoint({
  path: '/continuing-education',
  operationId: 'listPrograms',
  tag: 'Continuing education',
  service: 'curricula',
  summary: 'List programs',
  description: 'Ordered by creation. Includes archived programs, which have `isArchived: true`.',
  filters: Type.Object({
    ids: Ids('programs'),
    code: Type.Optional(
      Type.String({
        description: 'Only programs with this code; case-insensitive, and white space around it is ignored.',
      }),
    ),
    isArchived: IsArchived('programs'),
    updatedSince: Type.Optional(
      Instant(
        'Only programs changed at or after this instant. A change of a version counts as a change of its program.',
      ),
    ),
  }),
  item: StudyProgram,
  example: programExample,
  async run({ filters, page, call, institutionId }) {
    const { programs, hasMore, nextUpdatedSince } = await call(ProgramService.method.listPrograms, {
      ...filters,
      page,
    });
    const usersOf = await responsibleUsersOf(programs, call);
    return {
      items: programs.map((program) => programView(program, { institutionId, responsibleUsers: usersOf(program) })),
      hasMore,
      nextUpdatedSince,
      ends: creationEnds(programs),
    };
  },
});
