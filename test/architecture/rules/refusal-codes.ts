import type { SourceFile } from '../project/source-file.ts';
import type { Violation } from '../project/violations.ts';

/** Where codes are declared, and where each is given its problem: being named there is no use. */
const TABLES = new Set(['platform/core/errors/catalogue.ts', 'gateway/problem/problems.ts']);

/** Refusal codes that nothing refuses with: no file but those of the tables names them. */
export function findUnusedCodes(codes: readonly string[], files: readonly SourceFile[]): Violation[] {
  const named = new Set(
    files
      .filter(({ path }) => !TABLES.has(path))
      .flatMap((file) => [
        ...file.nodesOf('Literal').map(({ value }) => value),
        ...file.nodesOf('Identifier').map(({ name }) => name),
      ]),
  );
  return codes
    .filter((code) => !named.has(code))
    .map((code) => ({ location: code, what: 'is declared and refuses nothing' }));
}
