import { refuse } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { blankName } from './program-blank-name.ts';
import type { ProgramVersionState } from './program-version.ts';

interface Input {
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
}

/**
 * Applies a PATCH of a version (decisions 9.5). Without a name, or with the one that it has, the version is the one that was given, revision
 * and all. Refuses a blank name with REQUEST_INVALID.
 */
export function renameProgramVersion(
  version: ProgramVersionState,
  name: string | undefined,
  { revision, now }: Input,
): ProgramVersionState {
  const violations = blankName(name, '/name');
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
  if (name === undefined || name === version.name) return version;
  return { ...version, name, revision, updatedAt: toInstantText(now) };
}
