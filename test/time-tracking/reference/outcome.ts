import type { ReferenceState } from './records.ts';

/** What the reference expects of an operation. */
export interface Outcome {
  readonly status: number;
  /** Of a success. */
  readonly data?: object;
  /** Of a refusal: the problem's `code`, and those of its members that time tracking has. */
  readonly problem?: Problem;
  readonly next: ReferenceState;
}

export interface Problem {
  readonly code: string;
  readonly activeSession?: object;
  readonly conflictingLog?: object;
  readonly closedActiveSession?: object;
}

/** 409. */
export function conflict(next: ReferenceState, extensions: Omit<Problem, 'code'> = {}): Outcome {
  return { status: 409, problem: { code: 'conflict', ...extensions }, next };
}

/** 422, which changes nothing. */
export function invalid(next: ReferenceState): Outcome {
  return { status: 422, problem: { code: 'validation_failed' }, next };
}
