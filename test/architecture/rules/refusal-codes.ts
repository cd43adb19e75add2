import type { SourceFile } from '../project/source-file.ts';
import type { Violation } from '../project/violations.ts';

/** Files that declare codes or map them to problems. A code that is named only there is unused. */
const TABLES = new Set(['platform/core/errors/catalogue.ts', 'gateway/problem/problems.ts']);

/** Refusal codes that no file uses, apart from those tables. */
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
    .map((code) => ({ location: code, what: 'is declared and never used' }));
}
