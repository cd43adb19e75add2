/** A user as it is stored: column names are those of the table. Instants are text (see chassis/instant.ts). */
export interface UserState {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Whether a request has given the name; until then it follows first and last name. */
  readonly name_is_own: boolean;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly image: string | null;
  readonly code: string | null;
  readonly is_archived: boolean;
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
}
