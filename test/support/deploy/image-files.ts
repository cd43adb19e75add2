import { readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import dockerIgnore from '@balena/dockerignore';
import { projectRoot } from '../process/program.ts';
import type { Dockerfile } from './dockerfile.ts';

/** The project's files in an image: path in the image → path in the project. */
export function imageFiles(dockerfile: Dockerfile, stage: string): Map<string, string> {
  const isIncluded = dockerIgnore
    .default()
    .add(readFileSync(`${projectRoot}.dockerignore`, 'utf8'))
    .createFilter();
  const files = new Map<string, string>();
  for (const { sources, target } of dockerfile.copies(stage)) {
    for (const source of sources) {
      for (const path of filesBelow(source).filter(isIncluded)) files.set(imagePathOf(path, source, target), path);
    }
  }
  return files;
}

/** A folder's content goes below the target, a file to the target, or into it if it is a folder. */
function imagePathOf(path: string, source: string, target: string): string {
  const isFolder = path !== source;
  if (isFolder) return posix.join(target, path.slice(source.length + 1));
  return posix.normalize(target.endsWith('/') ? posix.join(target, posix.basename(path)) : target);
}

function filesBelow(path: string): string[] {
  if (!statSync(projectRoot + path).isDirectory()) return [path];
  return readdirSync(projectRoot + path).flatMap((name) => filesBelow(`${path}/${name}`));
}
