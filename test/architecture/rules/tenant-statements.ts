import type { Declared } from '../../../platform/data/statements/prepared.ts';
import type { Violation } from '../project/violations.ts';

/** Statements on a table of institutions that take no institution, but for those that remove what has served its time. */
export function findStatementsOverAll(statements: readonly Declared[]): Violation[] {
  return statements
    .filter(({ table, recording }) => table?.primaryKey[0] === 'institutionId' && recording !== 'expired')
    .filter(({ parameters }) => !parameters.some(({ name }) => name === 'institutionId'))
    .map(({ name, text }) => ({ location: name, what: text }));
}
