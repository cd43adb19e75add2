import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { UserView } from '../../schema/user.ts';

/** A user as the specification shows it. */
export function userView(user: User): UserView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    image: user.image ?? null,
    code: user.code ?? null,
    isArchived: user.isArchived,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
  };
}
