import type { SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/** What the product does not say: that it is unfinished, or where and how it was made. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\b(TODO|FIXME|XXX|HACK)\b/g, 'finish it, or leave it out'],
  [/\bissues? #?\d+|\bissues show\b/gi, 'say the reason itself; the tracker is another place'],
  [/(?<![\w.])\/(home|Users|work)\/\w+/g, 'a path of one machine'],
  [/\bregistry\.\w+\.(org|com)\b/gi, 'installing knows its registry'],
  [/https?:\/\/(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d/g, 'an address of one network'],
];

/** Words that must not appear, in code, comments, contracts and documents. */
export function findForbiddenWords(file: SourceFile): Violation[] {
  return FORBIDDEN.flatMap(([pattern, advice]) =>
    [...file.text.matchAll(pattern)].map((match) => violation(file, match.index, `"${match[0]}": ${advice}`)),
  );
}
