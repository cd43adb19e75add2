import type { Declared } from '../../../libraries/typed-sql/index.ts';
import type { Violation } from '../project/violations.ts';

/** Statements that lock rows in a mode other than FOR NO KEY UPDATE. */
export function findLocks(statements: readonly Declared[]): Violation[] {
  return found(statements, ({ text }) => /\bFOR\s+(UPDATE|SHARE|KEY\s+SHARE)\b/i.test(text));
}

/** Statements that leave a value to the database. */
export function findDefaults(statements: readonly Declared[]): Violation[] {
  return found(statements, ({ text }) => /\bDEFAULT\b/i.test(text));
}

/** Audited inserts and updates without a parameter `revision`. */
export function findWithoutRevision(statements: readonly Declared[]): Violation[] {
  return found(
    statements,
    ({ text, recording, parameters }) =>
      recording === 'recorded' &&
      !/^WITH changed AS \(DELETE\b/i.test(text) &&
      !parameters.some(({ name }) => name === 'revision'),
  );
}

function found(statements: readonly Declared[], breaks: (statement: Declared) => boolean): Violation[] {
  return statements.filter(breaks).map(({ name, text }) => ({ location: name, what: text }));
}
