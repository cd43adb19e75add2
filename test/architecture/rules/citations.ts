import type { SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/** “decisions 3.1”, and the further numbers of “decisions 9.6, 9.8”. */
const CITATION = /\bdecisions? (\d+(?:\.\d+)?)((?:, \d+\.\d+)*)/g;
/** A section of the specification, which is not in this repository: in parentheses, unlike a parameter's type. */
const UNREADABLE = /\([^()\n]*\bspec: (?![a-z]+\))[^()]+\)(?! *[:{]|: )/g;

/** The numbers of docs/decisions.md: of its sections (`3`) and of its decisions (`3.1`). */
export function decisionNumbers({ text }: SourceFile): ReadonlySet<string> {
  return new Set([...text.matchAll(/^(?:## |\*\*)(\d+(?:\.\d+)?)\.? /gm)].map(([, number = '']) => number));
}

/** Citations of decisions that do not exist, and of texts that readers of this repository do not have. */
export function findDeadCitations(file: SourceFile, numbers: ReadonlySet<string>): Violation[] {
  // A comment may break the line within a citation.
  const text = file.text.replace(/\s*\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ');
  const cited = [...text.matchAll(CITATION)].flatMap(([, first = '', more = '']) => [
    first,
    ...more.split(', ').slice(1),
  ]);
  const dead = cited.filter((number) => !numbers.has(number));
  return [
    ...dead.map((number) => ({ location: file.path, what: `docs/decisions.md has no ${number}` })),
    ...[...file.text.matchAll(UNREADABLE)].map(({ index, 0: match }) =>
      violation(file, index, `"${match}": say it, or cite a decision`),
    ),
  ];
}
