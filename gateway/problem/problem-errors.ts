import { fieldOf } from '../../platform/core/errors/pointer.ts';
import type { Fault } from './problem.ts';

/** The `errors` of a problem, one item per fault (decisions 3.1); left out when there are none. */
export function problemErrors(violations: readonly Fault[]) {
  if (violations.length === 0) return {};
  return {
    errors: violations.map(({ field, pointer, code, message }) => ({
      field: field ?? fieldOf(pointer),
      message,
      code,
      pointer,
    })),
  };
}
