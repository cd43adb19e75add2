import type { Declared } from '../../../libraries/typed-sql/index.ts';
import type { Violation } from '../project/violations.ts';

/**
 * Statements on tables of institutions without a parameter for the institution, except those that remove expired rows.
 */
export function findStatementsOverAll(statements: readonly Declared[]): Violation[] {
  return statements
    .filter(({ table, recording }) => table?.primaryKey[0] === 'institutionId' && recording !== 'expired')
    .filter(({ parameters }) => !parameters.some(({ name }) => name === 'institutionId'))
    .map(({ name, text }) => ({ location: name, what: text }));
}
