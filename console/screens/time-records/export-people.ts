import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { SessionVisit } from '../../route/screen.ts';

/** Everybody, archived or not, by name and id, in groups; or one person. */
export async function* everybody(
  { callForLong: call }: Pick<SessionVisit, 'callForLong'>,
  only: User | undefined,
): AsyncGenerator<readonly User[]> {
  if (only) {
    yield [only];
    return;
  }
  let after: { readonly sort: string; readonly id: string } | undefined;
  do {
    const { people, next } = await call(PersonService.method.listPeople, {
      page: { size: AT_ONCE, ...(after && { after }) },
    });
    yield people;
    after = next && { sort: next.sort, id: next.id };
  } while (after);
}

/** The first cells of each row. */
export const PERSON_COLUMNS = ['personId', 'name', 'email', 'code'] as const;

/** Who a row is about. */
export function personCells({ id, name, email, code }: User) {
  return [id, name, email, code] as const;
}

const AT_ONCE = 500;
