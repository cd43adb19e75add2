import { readFileSync } from 'node:fs';
import { projectRoot } from '../../../test/support/process/program.ts';

/** The sections of docs/configuration.md about the processes that a rollout replaces. */
const SECTIONS = ['The gateway', 'The console', 'The services', 'A service’s migration', "A service's migration"];

/**
 * The variables that processes of this release need and those of another one do not: whoever has only the environment
 * of the other cannot roll this one out.
 * @param root the folder of the other release's source, with a slash
 */
export function newVariables(root: string): string[] {
  const before = new Set(neededVariables(readFileSync(`${root}docs/configuration.md`, 'utf8')));
  const now = neededVariables(readFileSync(`${projectRoot}docs/configuration.md`, 'utf8'));
  if (now.length === 0)
    throw new Error('docs/configuration.md names no variable that is needed: has its form changed?');
  return now.filter((variable) => !before.has(variable));
}

/** The variables that must be set, each with its section. */
function neededVariables(page: string): string[] {
  return page.split('\n## ').flatMap((text) => {
    const section = text.split('\n')[0] ?? '';
    if (!SECTIONS.includes(section)) return [];
    const rows = [...text.matchAll(/^\| `(\w+)`[^|]*\|[^|]*\|[^|]*\| (always|in production) \|/gm)];
    return rows.map(([, name]) => `${section}: ${name}`);
  });
}
