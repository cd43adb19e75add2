import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isProduction, projectFiles, root } from '../project/project.ts';
import { SourceFile, textOf } from '../project/source-file.ts';

/** A regular expression of the product. */
export interface Expression {
  /** `/^a+$/u` */
  readonly text: string;
  /** The package that has it, or `lyceum`. */
  readonly owner: string;
}

interface Loaded {
  readonly files: readonly string[];
  /** Each expression that was made of a text, and the file that made it. */
  readonly built: readonly (readonly [expression: string, file: string])[];
}

/**
 * The regular expressions of everything that production runs: of the product, of its contracts, and of each file of a
 * package that it loads. Those that are written as literals, and those that code makes of texts.
 */
export async function productExpressions(): Promise<Expression[]> {
  const own = projectFiles().filter((file) => isProduction(file) && SERVES.test(file.path));
  const { files, built } = await loadProduct(own);
  const ofPackages = files
    .map((url) => fileURLToPath(url))
    .filter((path) => path.includes('/node_modules/') && /\.[cm]?js$/.test(path))
    .map((path) => new SourceFile(path, readFileSync(path, 'utf8')));
  const found = [
    ...[...own, ...ofPackages].flatMap((file) => literalsOf(file).map((text) => ({ text, path: file.path }))),
    ...built.map(([text, path]) => ({ text, path })),
    ...patternsOfContracts().map((text) => ({ text, path: 'proto' })),
  ];
  const expressions = found.map(({ text, path }): Expression => ({ text, owner: ownerOf(path) }));
  return [...new Map(expressions.map((each) => [`${each.owner} ${each.text}`, each])).values()];
}

function literalsOf(file: SourceFile): string[] {
  return file.nodesOf('Literal').flatMap(({ regex }) => {
    if (!regex) return [];
    const { pattern, flags } = regex as { pattern: string; flags: string };
    return [`/${pattern}/${flags}`];
  });
}

async function loadProduct(own: readonly SourceFile[]): Promise<Loaded> {
  const late = own
    .flatMap((file) => file.nodesOf('ImportExpression').flatMap(({ source }) => textOf(source) ?? []))
    .filter((target) => !target.startsWith('.'));
  const program = `${root}/test/architecture/expressions/load-product.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...new Set(late)], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

/** Rules of fields, such as `pattern: "^[0-9]+$"`. */
function patternsOfContracts(): string[] {
  return projectFiles()
    .filter(({ path }) => path.startsWith('proto/lyceum/'))
    .flatMap(({ text }) => [...text.matchAll(/\bpattern: ("(?:[^"\\]|\\.)*")/g)])
    .map(([, quoted = '']) => String(new RegExp(JSON.parse(quoted), 'u')));
}

function ownerOf(path: string): string {
  const [, inner] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return inner ?? 'lyceum';
}

/** What answers clients. The command line, tools and the clients read what their own users give them. */
const SERVES = /^(bundle|records|languages|console|gateway|libraries|one-process|platform|services|site)\//;
