import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { isProduction, projectFiles } from '../architecture/project/project.ts';
import { projectRoot } from '../support/program.ts';

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

describe('troubleshooting', () => {
  const entries = textOf('docs/troubleshooting.md').split(/^### /m).slice(1);
  const sources = files.filter((file) => isProduction(file) || file.path.endsWith('.proto'));

  test.each(entries.map((entry) => [entry.split('\n')[0] ?? '', entry] as const))('%s', (heading, entry) => {
    const [, message = ''] = /^`(.*)`$/.exec(heading) ?? [];
    const parts = message.split('…').map((part) => part.trim());
    expect(message).not.toBe('');
    expect(
      sources.some(({ text }) => parts.every((part) => text.includes(part))),
      'This message is in no file of the product: quote it as it is now.',
    ).toBe(true);
    expect(entry.slice(heading.length).replace(/^#.*$/m, '').trim().length, 'its remedy').toBeGreaterThan(40);
  });

  test('has the twenty most common problems', () => {
    expect(entries.length).toBeGreaterThanOrEqual(20);
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
