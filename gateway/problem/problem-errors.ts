import { fieldOf } from '../../platform/core/errors/pointer.ts';
import type { Violation } from '../../platform/core/errors/refusal.ts';

/** The `errors` of a problem, one item per fault (decisions 3.1); left out when there are none. */
export function problemErrors(violations: readonly Violation[]) {
  if (violations.length === 0) return {};
  return {
    errors: violations.map(({ pointer, code, message }) => ({ field: fieldOf(pointer), message, code, pointer })),
  };
}
