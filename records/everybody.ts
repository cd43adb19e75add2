import type { Call } from '../platform/calls/caller.ts';
import { type User, UserService } from '../proto/gen/lyceum/directory/v1/user_pb.ts';

/** Who a row is about. */
export type ExportedPerson = Pick<User, 'id' | 'name' | 'email' | 'code'>;

/**
 * Everybody, archived or not, by name and id, or the people who are given. Read in an order that no change of a person touches,
 * before the first row: an export takes minutes, and a person who is renamed meanwhile is in it once, with one of the
 * names.
 */
export async function everybody(
  call: Call,
  only: readonly ExportedPerson[] | undefined,
): Promise<readonly ExportedPerson[]> {
  if (only) return only;
  const people: (ExportedPerson & { readonly key: Buffer })[] = [];
  for (let after: { readonly sort: string; readonly id: string } | undefined; ; ) {
    const page = { size: AT_ONCE, ...(after && { after }) };
    const { users, hasMore } = await call(UserService.method.listUsers, { page });
    // Only the fields that rows need, so that an institution of any size fits into memory.
    for (const { id, name, email, code } of users)
      people.push({ id, name, email, ...(code !== undefined && { code }), key: Buffer.from(`${name}\0${id}`) });
    const last = users.at(-1);
    if (!hasMore || !last) break;
    after = { sort: last.createdAt, id: last.id };
  }
  return people.sort((a, b) => Buffer.compare(a.key, b.key));
}

/** The first cells of each row. */
export const PERSON_COLUMNS = ['personId', 'name', 'email', 'code'] as const;

/** Who a row is about, as its first cells. */
export function personCells({ id, name, email, code }: ExportedPerson) {
  return [id, name, email, code] as const;
}

const AT_ONCE = 500;
