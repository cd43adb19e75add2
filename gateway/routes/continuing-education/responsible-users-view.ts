import type { Call } from '../../../platform/calls/caller.ts';
import type { Program } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { SimpleUserView } from '../../schema/program.ts';

/**
 * The responsible users of programs, each program's in the natural order of names (decisions 9.7), ids breaking ties.
 * Each user is fetched once, however many programs name them.
 */
export async function responsibleUsersOf(
  programs: readonly Program[],
  call: Call,
): Promise<(program: Program) => SimpleUserView[]> {
  const ids = [...new Set(programs.flatMap(({ responsibleUserIds }) => responsibleUserIds))];
  const batches = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, n) =>
    ids.slice(n * MAX_IDS, (n + 1) * MAX_IDS),
  );
  const answers = await Promise.all(
    batches.map((batch) => call(UserService.method.batchGetUsers, { ids: batch, isSummary: true })),
  );
  const users = new Map(
    answers
      .flatMap((answer) => answer.users)
      .map(({ id, name, email, image = null }): [string, SimpleUserView] => [id, { id, name, email, image }]),
  );
  return ({ responsibleUserIds }) =>
    responsibleUserIds
      .flatMap((id) => users.get(id) ?? [])
      .sort((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

/** The most ids that a batch RPC accepts. */
const MAX_IDS = 1000;

const byName = new Intl.Collator('en');
