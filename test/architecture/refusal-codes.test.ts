import { expect, test } from 'vitest';
import { catalogue } from '../../platform/core/errors/catalogue.ts';
import { refusalsOf } from '../../platform/core/errors/refusals-of.ts';
import { contractFiles } from '../support/contract-files.ts';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findUnusedCodes } from './rules/refusal-codes.ts';

const codes = [
  ...Object.keys(catalogue),
  ...contractFiles.flatMap(({ enums }) =>
    enums.filter(({ name }) => name === 'RefusalCode').flatMap((schema) => Object.keys(refusalsOf(schema))),
  ),
];

test('every refusal is used', () => {
  expectNone(
    findUnusedCodes(codes, projectFiles().filter(isProduction)),
    'Use the code, or remove it from its contract (proto/lyceum/<service>/v1/refusal.proto) and gateway/problem/problems.ts.',
  );
});

test('a code has one meaning', () => {
  expect(codes.length).toBeGreaterThan(Object.keys(catalogue).length);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('the checker counts a code as used if code names it, but not if only a comment or the tables do', () => {
  const files = [
    new SourceFile('services/a/rpc/b.ts', "refuse('A_USED'); // refuse('B_UNUSED')\nnew Refusal(refusals.C_USED)"),
    new SourceFile('platform/core/errors/catalogue.ts', "const a = ['B_UNUSED'];"),
    new SourceFile('gateway/problem/problems.ts', "const a = ['B_UNUSED'];"),
  ];
  expect(findUnusedCodes(['A_USED', 'B_UNUSED', 'C_USED'], files).map(({ location }) => location)).toEqual([
    'B_UNUSED',
  ]);
});
