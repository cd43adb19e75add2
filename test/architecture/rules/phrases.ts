import type { SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/** Phrases of texts that users read, which no native writer would leave, and what to say instead. */
const WORN: readonly (readonly [RegExp, string])[] = [
  [/\bmend(?:s|ed)?\b/gi, 'say “correct”, “fix” or “repair”'],
  [/\bshown (?:only )?this once\b/g, 'say “You won’t be able to see it again.”'],
  [/\b(?:is|are) away\b/g, 'say “temporarily unavailable”'],
  [/\bhe or she\b/g, 'say “they”'],
  [/\bwas sent before\b/g, 'say “was already sent”'],
  [/\bwould be (?:listed|counted|added up)\b/g, 'say “appears here”'],
  [/\b(?:cannot|can’t) be read right now\b/g, 'say “is unavailable right now”'],
  [/\bgoes? on\b/g, 'say “continue”'],
  [/\bdoes not work any more\b/g, 'say “no longer works”'],
  [/\bmay have no more\b|\bthere may be (?:no more|three|five)\b/g, 'say “You can have …” or “already has …”'],
  [/\basked of the API\b/g, 'say “request”'],
  [/\btells of\b/g, 'say “reports” or “is about”'],
  [/\bTo the (?:console|calendar feeds)\b/g, 'say “Go to …”'],
  [/\bLoad again\b/g, 'say “Refresh”'],
];

const READ = /^(?:docs\/guides\/|console\/|gateway\/problem\/|site\/pages\/|clients\/\w+\/README\.md|README\.md)/;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*$/gm;

/** Worn phrases in guides, in the console and in problems; comments are not read by users. */
export function findWornPhrases(file: SourceFile): Violation[] {
  if (!READ.test(file.path) || file.path.endsWith('.test.ts')) return [];
  const read = file.text.replaceAll(COMMENT, (comment) => comment.replaceAll(/\S/g, ' '));
  return WORN.flatMap(([pattern, advice]) =>
    [...read.matchAll(pattern)].map((match) => violation(file, match.index, `"${match[0]}": ${advice}`)),
  );
}
