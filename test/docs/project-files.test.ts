import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { projectFiles } from '../architecture/project/project.ts';
import { projectRoot } from '../support/process/program.ts';

const files = projectFiles();

function textOf(path: string): string {
  return files.find((file) => file.path === path)?.text ?? '';
}

describe('standard project files', () => {
  test.each(['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'LICENSE', 'docs/README.md'])(
    'the README links %s',
    (path) => {
      expect(textOf(path)).not.toBe('');
      expect(textOf('README.md')).toContain(`](${path})`);
    },
  );

  test('the changelog starts with the version of the package', () => {
    expect(/^## (\S+)/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(packageJson.version);
  });

  test('the licence matches the package', () => {
    expect(packageJson.license).toBe('UNLICENSED');
    expect(textOf('LICENSE')).toContain('All rights reserved');
  });

  test('the index lists every page with a description', () => {
    const pages = readdirSync(`${projectRoot}docs`).filter((name) => name.endsWith('.md') && name !== 'README.md');
    const index = textOf('docs/README.md');
    expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

test('links to headings of other pages resolve', () => {
  const dead = files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(((?![a-z]+:)[^)#\s]*)#([^)\s]+)\)/g)].map((link) => ({ path, link })),
    )
    .filter(({ path, link: [, target = '', anchor = ''] }) => {
      const page = target === '' ? path : new URL(target, `file:///${path}`).pathname.slice(1);
      return existsSync(projectRoot + page) && page.endsWith('.md') && !anchorsOf(textOf(page)).includes(anchor);
    });
  expect(dead.map(({ path, link }) => `${path}: ${link[0]}`)).toEqual([]);
});

/** The anchors that GitHub and others generate for headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
