/** A study program as it is stored: column names are those of the table. Instants are text (see platform/core/instant.ts). */
export interface ProgramState {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly objective: string | null;
  readonly defaultStudyTime: number | null;
  readonly hasCohorts: boolean;
  readonly type: string | null;
  readonly isArchived: boolean;
  readonly defaultVersionId: string;
  readonly revision: string;
  readonly createdAt: string;
  /** Moves with the program's versions, too. */
  readonly updatedAt: string;
}
