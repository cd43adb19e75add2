/** A version of a program as it is stored; whether it is the default one is its program's to say. */
export interface ProgramVersionState {
  readonly id: string;
  readonly study_program_id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
}
