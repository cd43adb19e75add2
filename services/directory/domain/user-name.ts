/** First and last name joined, or null without either (decisions 7.1). */
export function fullName(firstName: string | null, lastName: string | null): string | null {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || null;
}

interface Names {
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/**
 * The name of a user for whom no request has set one: it follows first and last name when they change. Null if
 * neither remains.
 */
export function followingName(user: Names | null, next: Omit<Names, 'name'>): string | null {
  const isSame = user?.firstName === next.firstName && user.lastName === next.lastName;
  return user && isSame ? user.name : fullName(next.firstName, next.lastName);
}

/** The violation of a user without any name. */
export const NAMELESS = 'name, firstName or lastName is required';
