import { describe, expect, test } from 'vitest';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findSharedNames, statementsOf } from './rules/statement-names.ts';

const production = projectFiles().filter(isProduction);

test('the names of prepared statements are unique in their service', () => {
  expectNone(findSharedNames(production), 'Begin the name with the noun that the statement is about: user_list.');
});

describe('the checker', () => {
  const found = (...files: readonly [path: string, text: string][]) =>
    findSharedNames(files.map(([path, text]) => new SourceFile(path, text))).map(({ what }) => what);

  test('finds one name twice in a service', () => {
    expect(
      found(
        ['services/a/store/b.ts', "const B = statement('x', 'SELECT 1');"],
        ['services/a/store/c.ts', "const C = pointRead<Row>('x', 'SELECT 2');"],
      ),
    ).toEqual(['"x" is the name of a statement at services/a/store/b.ts:1']);
  });

  test('finds a name of the chassis in a service, however the statement is written', () => {
    expect(
      found(
        ['services/chassis/db/d.ts', "const D: Statement = { name: 'ping', text: 'SELECT 1' };"],
        ['services/a/store/b.ts', "const B = statement('ping', 'SELECT 1');"],
      ),
    ).toHaveLength(1);
  });

  test('lets two services use one name', () => {
    expect(
      found(
        ['services/a/store/b.ts', "const B = statement('x', 'SELECT 1');"],
        ['services/c/store/b.ts', "const B = statement('x', 'SELECT 1');"],
      ),
    ).toEqual([]);
  });

  test('finds names that are made at run time, and those that the server would cut', () => {
    const what = 'the name of a statement is not a plain text';
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code.
    expect(found(['services/a/b.ts', 'const B = statement(`x_${y}`, z);'])).toEqual([what]);
    expect(found(['services/a/b.ts', 'const B = statement(y, z);'])).toEqual([what]);
    expect(found(['services/a/b.ts', `const B = statement('${'x'.repeat(64)}', z);`])).toHaveLength(1);
  });

  test('knows the statements of the project', () => {
    expect(production.flatMap(statementsOf).length).toBeGreaterThan(20);
  });
});
