import type { SourceFile } from '../project/source-file.ts';
import type { Violation } from '../project/violations.ts';

/**
 * The most lines of a file. Tests and guides may be longer: they are divided by topic, and half of a guide is examples.
 * So may the generated lists of variables and of planted faults, the runbook, which has an entry for each alert, and
 * first migrations, which have all tables of a service.
 */
function maxLines(path: string): number {
  if (/\/0001_\w+\.sql$/.test(path)) return 450;
  return LONGER.test(path) ? 400 : 250;
}

const LONGER =
  /\.test\.ts$|^docs\/(guides\/|(configuration|decisions|runbook)\.md$)|^proofs\/planted-faults\/README\.md$/;

/** Files that are too long to have one purpose. */
export function findLongFiles(files: readonly SourceFile[]): Violation[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ path, lines }) => lines > maxLines(path))
    .map(({ path, lines }) => ({ location: path, what: `${lines} lines, ${maxLines(path)} at most` }));
}

/** Lines of comments that are wider than code may be: the formatter does not see them. */
export function findWideComments(file: SourceFile): Violation[] {
  return file.text.split('\n').flatMap((line, index) => {
    const isWide = COMMENT.test(line) && !line.includes('biome-ignore') && [...line].length > MAX_WIDTH;
    return isWide
      ? [{ location: `${file.path}:${index + 1}`, what: `${[...line].length} columns, ${MAX_WIDTH} at most` }]
      : [];
  });
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$))/;
const MAX_WIDTH = 120;

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Names that a tool or a convention prescribes. */
const PRESCRIBED = [
  /^\..*$/,
  /^(README|LICENSE|CHANGELOG|SECURITY|CONTRIBUTING)(\.md)?$/,
  /^[A-Z][a-z]+file$/,
  // `migrate` requires the names of migrations, `buf lint` those of contracts.
  /^\d{4}_[a-z0-9_]+\.sql$/,
  /^[a-z0-9]+(_[a-z0-9]+)*\.proto$/,
];

/** File and folder names that are not kebab-case. */
export function findOddNames(paths: readonly string[]): Violation[] {
  return paths.flatMap((path) =>
    path
      .split('/')
      .filter((name) => !PRESCRIBED.some((pattern) => pattern.test(name)))
      .filter((name) => !name.split('.').every((part) => KEBAB.test(part)))
      .map((name) => ({ location: path, what: `${name} is not kebab-case` })),
  );
}

const EMPTY_NAME = /(^|-)(utils?|helpers?|misc|commons?-code)$/;

/** File and folder names that do not describe the content. */
export function findEmptyNames(paths: readonly string[]): Violation[] {
  return paths.flatMap((path) =>
    path
      .split('/')
      .map((name) => name.split('.')[0] ?? '')
      .filter((name) => EMPTY_NAME.test(name))
      .map((name) => ({ location: path, what: `${name} does not describe the content` })),
  );
}
