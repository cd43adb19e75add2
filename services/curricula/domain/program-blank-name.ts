import type { Violation } from '../../../platform/core/errors/refusal.ts';

/** The violation of a name of white space only; none if the name is absent (decisions 9.5). */
export function blankName(name: string | undefined, pointer: string): Violation[] {
  return name === undefined || name.trim() !== ''
    ? []
    : [{ pointer, code: 'invalid_string', message: 'must not be blank' }];
}
