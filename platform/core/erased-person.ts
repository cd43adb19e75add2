/** What every part shows of a person who was erased. */
export const ERASED_NAME = 'Erased person';

/** An address that nobody can write to: the top-level domain is reserved (RFC 6761, 6.4). */
export function erasedEmail(userId: string): string {
  return `erased-${userId}@${ERASED_DOMAIN}`;
}

/** The domain of erased people's addresses: no request may give one, or it could take the place of such a person. */
export const ERASED_DOMAIN = 'erased.invalid';

/** The fields of a user that say who it is. */
interface Named {
  email: string;
  name: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  image?: string | undefined;
  code?: string | undefined;
  isArchived: boolean;
}

/** Takes from a message of a user what says who it is. */
export function eraseUser(user: Named, userId: string): void {
  user.email = erasedEmail(userId);
  user.name = ERASED_NAME;
  user.firstName = user.lastName = user.image = user.code = undefined;
  user.isArchived = true;
}
