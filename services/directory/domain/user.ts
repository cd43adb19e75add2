import type { StateOf } from '../../../platform/core/resource.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';

/** A user as stored, with the names of its table's columns. Instants are text (see platform/core/instant.ts). */
export interface UserState extends StateOf<User> {
  /** Whether a request has set the name; until then, it follows first and last name. */
  readonly nameIsOwn: boolean;
}
