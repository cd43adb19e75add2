import type { Declared } from '../../platform/data/statements/prepared.ts';
import type { Violation } from '../architecture/project/violations.ts';

/**
 * Statements on a distributed table that take no institution: a cluster would ask all its shards. What was recorded as deleted is removed after
 * its time from all of them.
 */
export function findStatementsOverAll(statements: readonly Declared[], distributed: readonly string[]): Violation[] {
  return statements
    .filter(({ table, recording }) => table && distributed.includes(table.name) && recording !== 'expired')
    .filter(({ parameters }) => !parameters.some(({ name }) => name === 'institutionId'))
    .map(({ name, text }) => ({ place: name, what: text }));
}
