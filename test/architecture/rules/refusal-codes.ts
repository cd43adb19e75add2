import type { SourceFile } from '../project/source-file.ts';
import type { Violation } from '../project/violations.ts';

/** Refusal codes that nothing refuses with: no file but the catalogue and the gateway's table names them. */
export function findUnusedCodes(codes: readonly string[], files: readonly SourceFile[]): Violation[] {
  const named = new Set(
    files
      .filter(({ path }) => path !== 'platform/core/errors/catalogue.ts' && path !== 'gateway/problem/problems.ts')
      .flatMap((file) => file.nodesOf('Literal').map(({ value }) => value)),
  );
  return codes
    .filter((code) => !named.has(code))
    .map((code) => ({ place: code, what: 'is in the catalogue and refuses nothing' }));
}

const NOUN_STATE = /^[A-Z]+(_[A-Z]+)*$/;

/** Codes that are not upper case words. */
export function findOddCodes(codes: readonly string[]): Violation[] {
  return codes.filter((code) => !NOUN_STATE.test(code)).map((code) => ({ place: code, what: 'is not NOUN_STATE' }));
}
