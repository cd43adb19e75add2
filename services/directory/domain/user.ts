import type { StateOf } from '../../../platform/core/resource.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';

/** A user whose row is locked, with the fields that only directory syncs see. */
export interface LockedUser extends UserState {
  /** The user's id in the institution's directory. */
  readonly externalId: string | null;
  /** Whether a directory sync has deleted the user; such a user is archived. */
  readonly isRemoved: boolean;
  /** Instant text; null of an active user, and of one who was archived before it was kept. */
  readonly archivedAt: string | null;
}

/** When a user was archived, after a change at an instant. @param before null of a new user */
export function archivedSince(
  before: Pick<LockedUser, 'isArchived' | 'archivedAt'> | null,
  isArchived: boolean,
  at: string,
): string | null {
  if (!isArchived) return null;
  return before?.isArchived ? before.archivedAt : at;
}

/** A user as stored, with the names of its table's columns. Instants are text (see platform/core/instant.ts). */
export interface UserState extends StateOf<User> {
  /** Whether a request has set the name; until then, it follows first and last name. */
  readonly nameIsOwn: boolean;
}
