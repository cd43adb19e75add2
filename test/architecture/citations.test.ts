import { describe, expect, test } from 'vitest';
import { projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { decisionNumbers, findDeadCitations } from './rules/citations.ts';

const files = projectFiles();
const page = files.find(({ path }) => path === 'docs/decisions.md') ?? new SourceFile('docs/decisions.md', '');

test('what comments cite stands in docs/decisions.md', () => {
  expectNone(
    files
      .filter(({ path }) => !path.startsWith('test/architecture/'))
      .flatMap((file) => findDeadCitations(file, decisionNumbers(page))),
    'Cite a decision by its number in docs/decisions.md, or write the reason itself.',
  );
});

describe('the checker', () => {
  const numbers = decisionNumbers(new SourceFile('d.md', '## 3. Errors\n\n**3.1 Faults.** …\n\n**3.2 References** …'));
  const found = (text: string) => findDeadCitations(new SourceFile('x.ts', text), numbers).map(({ what }) => what);

  test('reads sections and decisions', () => {
    expect([...numbers]).toEqual(['3', '3.1', '3.2']);
  });

  test.each(['/** Faults (decisions 3.1). */', '// decisions 3', '/** A (decisions 3.1, 3.2) */', 'three decisions'])(
    'lets %s pass',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  test('finds a number that does not exist, also behind another one and on the next line', () => {
    expect(found('(decisions 3.3)')).toEqual(['docs/decisions.md has no 3.3']);
    expect(found('(decisions 3.1, 4.1)')).toEqual(['docs/decisions.md has no 4.1']);
    expect(found(' * what it is (decisions\n * 5)')).toEqual(['docs/decisions.md has no 5']);
  });

  test('finds a citation of what readers do not have', () => {
    expect(found('/** A problem (RFC 9457; spec: Errors). */')).toHaveLength(1);
    expect(found('export function field(state: State, spec: Field): Html {')).toEqual([]);
  });
});
