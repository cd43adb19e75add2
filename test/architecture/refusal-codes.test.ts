import { describe, expect, test } from 'vitest';
import { catalogue } from '../../platform/core/errors/catalogue.ts';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findOddCodes, findUnusedCodes } from './rules/refusal-codes.ts';

const codes = Object.keys(catalogue);

test('every refusal of the catalogue is used', () => {
  expectNone(
    findUnusedCodes(codes, projectFiles().filter(isProduction)),
    'Refuse with it, or take it out of platform/core/errors/catalogue.ts and gateway/problem/problems.ts.',
  );
});

test('refusals are named NOUN_STATE', () => {
  expectNone(findOddCodes(codes), 'Name what is refused, then its state: USER_NOT_FOUND.');
});

describe('the checker', () => {
  test('counts a code as used where code names it, and not where a comment or the tables do', () => {
    const files = [
      new SourceFile('services/a/rpc/b.ts', "refuse('A_USED'); // refuse('B_UNUSED')"),
      new SourceFile('platform/core/errors/catalogue.ts', "const a = ['B_UNUSED'];"),
      new SourceFile('gateway/problem/problems.ts', "const a = ['B_UNUSED'];"),
    ];
    expect(findUnusedCodes(['A_USED', 'B_UNUSED'], files).map(({ place }) => place)).toEqual(['B_UNUSED']);
  });

  test.each(['userNotFound', 'USER-NOT-FOUND', 'User_Gone'])('finds %s', (code) => {
    expect(findOddCodes([code])).toHaveLength(1);
  });
});
