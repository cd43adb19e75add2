import { refuse } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { blankName } from './program-blank-name.ts';
import type { ProgramVersionState } from './program-version.ts';

interface Input {
  readonly id: string;
  readonly programId: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
}

/** A further version of a program; the default one stays what it is (decisions 9.3). Refuses a blank name with REQUEST_INVALID. */
export function createProgramVersion(name: string, { id, programId, revision, now }: Input): ProgramVersionState {
  const violations = blankName(name, '/versionName');
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
  const at = toInstantText(now);
  return { id, studyProgramId: programId, name, isDefault: false, revision, createdAt: at, updatedAt: at };
}
