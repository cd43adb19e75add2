import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/process/program.ts';

/** A claim and its evidence: a link to a test file whose text is the title of a test in it. */
interface Evidence {
  readonly title: string;
  readonly path: string;
}

const document = ['security', 'security-console']
  .map((name) => readFileSync(`${projectRoot}docs/${name}.md`, 'utf8'))
  .join('\n');

function evidenceIn(text: string): Evidence[] {
  const links = text.matchAll(/\[(?<title>[^\]]+)\]\((?<target>[^)]+\.test\.ts)\)/g);
  return [...links].map(({ groups: { title = '', target = '' } = {} }) => ({
    title,
    path: posix.join('docs', target),
  }));
}

/** Why a piece of evidence is invalid; null if it is valid. */
function faultOf({ title, path }: Evidence): string | null {
  if (!existsSync(projectRoot + path)) return `${path} does not exist`;
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`);
  const source = readFileSync(projectRoot + path, 'utf8');
  return quoted.some((each) => source.includes(each)) ? null : `${path} has no test “${title}”`;
}

describe('the threat model', () => {
  test('refers to existing tests by their titles', () => {
    const evidence = evidenceIn(document);
    expect(evidence.length).toBeGreaterThan(50);
    expect(evidence.map(faultOf).filter(Boolean)).toEqual([]);
  });

  test('shows for every attacker position by a test what it cannot do', () => {
    const [, positions = ''] = document.split(/^## Positions of attackers$/m);
    const sections = (positions.split(/^## /m)[0] ?? '').split(/^### /m).slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(12);
    const named = (text: string) => text.split('\n')[0];
    expect(sections.filter((text) => evidenceIn(text).length === 0).map(named)).toEqual([]);
    expect(sections.filter((text) => !/cannot/i.test(text) || !text.includes('**Accepted**')).map(named)).toEqual([]);
  });

  test('refers to no test without its title', () => {
    const mentions = document.match(/[\w/.-]+\.test\.ts/g) ?? [];
    const own = mentions.filter((path) => path === 'test/docs/security.test.ts');
    expect(mentions).toHaveLength(evidenceIn(document).length + own.length);
  });
});
