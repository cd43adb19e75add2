import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SourceFile } from './source-file.ts';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Files that the project did not write: installed, generated, vendored, or made by running it. */
const FOREIGN = new Set([
  'node_modules',
  '.git',
  '.data',
  'proto/gen',
  'libraries/grpc-mux/gen',
  'clients/typescript/src/gen',
  'clients/typescript/dist',
  'site/dist',
  'proto/third_party',
  'proto/grpc',
  'package-lock.json',
]);
const TEXT = /\.(ts|js|mjs|sql|proto|json|jsonc|md|txt|ya?ml|conf|service|html|css|sh)$|^[^.]+$|\/[^./]+$|^\.[a-z]+$/;

/** Every text file of the project. */
export function projectFiles(): SourceFile[] {
  return [...walk('')].sort().map((path) => new SourceFile(path, readFileSync(`${root}/${path}`, 'utf8')));
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (FOREIGN.has(entry.name) || FOREIGN.has(path)) continue;
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile() && TEXT.test(path)) yield path;
  }
}

/**
 * Whether a file is TypeScript that runs in the product: no test, no code that only tests run, and no example for
 * integrators.
 */
export function isProduction({ path }: SourceFile): boolean {
  return (
    /^(platform|libraries|bundle|records|languages|services|gateway|site|console|clients|cli|deploy|one-process|dev)\/.*\.ts$/.test(
      path,
    ) &&
    !isTest(path) &&
    !path.includes('/examples/')
  );
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.includes('/testing/');
}
