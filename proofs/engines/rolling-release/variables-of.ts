import { readFileSync } from 'node:fs';

/** The variables that the processes of a release know. @param root the folder of its source, with a slash */
export function variablesOf(root: string): ReadonlySet<string> {
  const page = readFileSync(`${root}docs/configuration.md`, 'utf8');
  const names = [...page.matchAll(/^\| `([A-Z_0-9]+)`/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error('docs/configuration.md names no variable: has its form changed?');
  return new Set(names);
}
