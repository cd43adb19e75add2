/** A study program as it is stored: column names are those of the table. Instants are text (see chassis/instant.ts). */
export interface ProgramState {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly objective: string | null;
  readonly default_study_time: number | null;
  readonly has_cohorts: boolean;
  readonly type: string | null;
  readonly is_archived: boolean;
  readonly default_version_id: string;
  readonly revision: string;
  readonly created_at: string;
  /** Moves with the program's versions, too. */
  readonly updated_at: string;
}
