import type { SourceFile } from '../project/source-file.ts';
import type { Violation } from '../project/violations.ts';

/** The most lines of a file. Tests are divided by topic; first migrations have all tables of a service. */
function maxLines(path: string): number {
  if (/\/0001_\w+\.sql$/.test(path)) return 450;
  return path.endsWith('.test.ts') ? 400 : 250;
}

/** Files that are too long to have one purpose. */
export function findLongFiles(files: readonly SourceFile[]): Violation[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ path, lines }) => lines > maxLines(path))
    .map(({ path, lines }) => ({ location: path, what: `${lines} lines, ${maxLines(path)} at most` }));
}

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
