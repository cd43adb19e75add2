import { describe, expect, test } from 'vitest';
import { projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findForbiddenWords } from './rules/words.ts';

test('no file has notes of unfinished work, or shows where it was made', () => {
  expectNone(
    projectFiles()
      .filter(({ path }) => !path.startsWith('test/architecture/'))
      .flatMap(findForbiddenWords),
    'Remove it, or describe the product instead.',
  );
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
});
