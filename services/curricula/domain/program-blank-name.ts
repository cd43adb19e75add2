import type { Violation } from '../../../platform/core/errors/refusal.ts';

/** The fault of a name of white space only; none where no name is given (decisions 9.5). */
export function blankName(name: string | undefined, pointer: string): Violation[] {
  return name === undefined || name.trim() !== ''
    ? []
    : [{ pointer, code: 'invalid_string', message: 'must not be blank' }];
}
