import { posix } from 'node:path';
import type { SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/** A path below one of the project's folders, in backquotes. Patterns with `<…>`, `*` or `…` do not match. */
const QUOTED_PATH =
  /`((?:platform|libraries|bundle|services|gateway|site|console|clients|cli|one-process|dev|proto|test|proofs|bench|docs|deploy|\.ci)\/[\w./{},-]*)`/g;
/** A link to a file. A link that begins with a slash is a path of the gateway. */
const LINK = /\]\((?![a-z]+:|#|\/)([^)#]+)/g;
const SCRIPT = /\bnpm (?:run (?:--silent )?(?<script>[a-z]+(?::[a-z]+)?)|(?<short>start|test))\b/g;

/** Paths in a document that do not exist. */
export function findDeadPaths(document: SourceFile, exists: (path: string) => boolean): Violation[] {
  const quoted = [...document.text.matchAll(QUOTED_PATH)].map(({ index, 1: path = '' }) => ({ index, path }));
  const linked = [...document.text.matchAll(LINK)].map(({ index, 1: path = '' }) => ({
    index,
    path: posix.join(posix.dirname(document.path), path),
  }));
  return [...quoted, ...linked]
    .flatMap(({ index, path }) => alternatives(path).map((each) => ({ index, path: each })))
    .filter(({ path }) => !exists(path))
    .map(({ index, path }) => violation(document, index, `${path} does not exist`));
}

/** `a/{b,c}.ts` is `a/b.ts` and `a/c.ts`. */
function alternatives(path: string): string[] {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(path);
  if (!match) return [path];
  const [, before = '', choices = '', after = ''] = match;
  return choices.split(',').flatMap((choice) => alternatives(`${before}${choice}${after}`));
}

/** npm scripts in a document that the project does not have. */
export function findDeadScripts(document: SourceFile, scripts: readonly string[]): Violation[] {
  return [...document.text.matchAll(SCRIPT)]
    .map(({ index, groups }) => ({ index, name: groups?.script ?? groups?.short ?? '' }))
    .filter(({ name }) => !scripts.includes(name))
    .map(({ index, name }) => violation(document, index, `there is no npm script ${name}`));
}

/** Environment variables in the first column of a document's tables that nothing reads. */
export function findDeadVariables(document: SourceFile, variables: readonly string[]): Violation[] {
  return [...document.text.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap(({ index, 1: cell = '' }) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)]
      .filter(([, name = '']) => !variables.includes(name))
      .map(([, name]) => violation(document, index, `nothing reads the variable ${name}`)),
  );
}
