import type { SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/** Texts that show that something is unfinished, or where and how it was made. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\b(TODO|FIXME|XXX|HACK)\b/g, 'finish it, or remove it'],
  [/\bissues? #?\d+|\bissues show\b/gi, 'give the reason itself, because readers do not have the tracker'],
  [/(?<![\w.])\/(home|Users|work)\/\w+/g, 'a path that exists on one machine only'],
  [/\bfor the moment\b|\bstands? here\b/g, 'say “temporarily”, “right now” or “appears here”'],
  [/\bregistry\.\w+\.(org|com)\b/gi, 'npm is configured with its registry; do not name one'],
  [/https?:\/\/(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d/g, 'an address that exists in one network only'],
];

/** Forbidden texts in code, comments, contracts and documents. */
export function findForbiddenWords(file: SourceFile): Violation[] {
  return FORBIDDEN.flatMap(([pattern, advice]) =>
    [...file.text.matchAll(pattern)].map((match) => violation(file, match.index, `"${match[0]}": ${advice}`)),
  );
}
