/** A version of a program as stored; its program determines whether it is the default. */
export interface ProgramVersionState {
  readonly id: string;
  readonly studyProgramId: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
