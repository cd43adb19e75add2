/** A user as stored, with the names of its table's columns. Instants are text (see platform/core/instant.ts). */
export interface UserState {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Whether a request has set the name; until then, it follows first and last name. */
  readonly nameIsOwn: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly image: string | null;
  readonly code: string | null;
  readonly isArchived: boolean;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
