import { describe, expect, test } from 'vitest';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findConsole, findDefaultExports } from './rules/shape-of-modules.ts';

const files = projectFiles().filter(({ path }) => path.endsWith('.ts'));

test('modules export by name', () => {
  expectNone(
    files.flatMap(findDefaultExports),
    'Export it by name, the same name everywhere, so that a search finds every use.',
    {
      'vitest.config.ts': 'the test runner reads the default export',
      'test/global-setup.ts': 'the test runner reads the default export',
    },
  );
});

test('the product logs, and does not print to the console', () => {
  expectNone(
    files.filter(isProduction).flatMap(findConsole),
    'Log with the Logger that is given, or write to process.stdout where output is the purpose.',
  );
});

describe('the checker', () => {
  test.each(['export default 5;', 'export default function a() {}', 'const a = 5; export { a as default };'])(
    'finds %s',
    (text) => {
      expect(findDefaultExports(new SourceFile('x.ts', text))).toHaveLength(1);
    },
  );

  test('lets exports by name pass', () => {
    expect(findDefaultExports(new SourceFile('x.ts', 'export const a = 5; export { a as b };'))).toEqual([]);
  });

  test('finds console, and passes over comments', () => {
    expect(findConsole(new SourceFile('x.ts', '// console.log\nglobalThis.console.log(1); console.error(2);'))).toEqual(
      [
        { place: 'x.ts', line: 2, what: 'console.log' },
        { place: 'x.ts', line: 2, what: 'console.error' },
      ],
    );
  });
});
