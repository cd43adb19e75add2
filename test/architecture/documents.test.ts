import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { referencedNames } from '../../docs/generate/configuration-reference.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { projectFiles, root } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findDeadPaths, findDeadScripts, findDeadVariables } from './rules/documents.ts';

const documents = projectFiles().filter(({ path }) => path.endsWith('.md'));

test('documents name files that exist', () => {
  expectNone(
    documents.flatMap((document) => findDeadPaths(document, (path) => existsSync(`${root}/${path}`))),
    'Name the file’s present path, and check that the sentence is still true.',
  );
});

test('documents name scripts that exist', () => {
  expectNone(
    documents.flatMap((document) => findDeadScripts(document, Object.keys(packageJson.scripts))),
    'Name a script of package.json.',
  );
});

test('documents name variables that are read', () => {
  expectNone(
    documents.flatMap((document) => findDeadVariables(document, referencedNames())),
    'Name a variable that a process reads: see docs/configuration.md.',
  );
});

describe('the checker', () => {
  const document = (text: string) => new SourceFile('docs/x.md', text);
  const exists = (path: string) => ['gateway/app.ts', 'gateway/main.ts', 'docs/y.md'].includes(path);

  test('finds paths and links to missing files', () => {
    const text = 'See `gateway/app.ts`, `gateway/{main,gone}.ts`, [y](y.md), [z](z.md), [w](https://example.org/w.md).';
    expect(findDeadPaths(document(text), exists).map(({ what }) => what)).toEqual([
      'gateway/gone.ts does not exist',
      'docs/z.md does not exist',
    ]);
  });

  test('passes over patterns and other code', () => {
    expect(findDeadPaths(document('`services/<name>/main.ts` `gateway/*.ts` `a/b`'), exists)).toEqual([]);
  });

  test('finds scripts that do not exist', () => {
    const text = 'npm install && npm start, npm run check:types, npm run gone, npm run --silent lost -- x';
    expect(findDeadScripts(document(text), ['start', 'check:types'])).toHaveLength(2);
  });

  test('finds variables that nothing reads', () => {
    expect(findDeadVariables(document('| `PORT`, `GONE` | x |\n| text `NOT_A_VARIABLE` | x |'), ['PORT'])).toEqual([
      { location: 'docs/x.md', line: 1, what: 'nothing reads the variable GONE' },
    ]);
  });
});
