/** A version of a program as it is stored; whether it is the default one is its program's to say. */
export interface ProgramVersionState {
  readonly id: string;
  readonly studyProgramId: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
