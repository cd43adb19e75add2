/** A user as it is stored: column names are those of the table. Instants are text (see platform/core/instant.ts). */
export interface UserState {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Whether a request has given the name; until then it follows first and last name. */
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
