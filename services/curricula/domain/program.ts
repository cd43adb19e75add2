/** A study program as stored, with the names of its table's columns. Instants are text (see platform/core/instant.ts). */
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
  /** Also advances with changes of the program's versions. */
  readonly updatedAt: string;
}
