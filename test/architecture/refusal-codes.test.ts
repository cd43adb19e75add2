import { expect, test } from 'vitest';
import { catalogue } from '../../platform/core/errors/catalogue.ts';
import { refusalsOf } from '../../platform/core/errors/refusals-of.ts';
import { contractFiles } from '../support/contract-files.ts';
import { isProduction, projectFiles } from './project/project.ts';

const codes = [
  ...Object.keys(catalogue),
  ...contractFiles.flatMap(({ enums }) =>
    enums.filter(({ name }) => name === 'RefusalCode').flatMap((schema) => Object.keys(refusalsOf(schema))),
  ),
];
/** Files that declare codes or map them to problems. A code that is named only there is unused. */
const TABLES = ['platform/core/errors/catalogue.ts', 'gateway/problem/problems.ts'];

test('every refusal is used', () => {
  const used = projectFiles()
    .filter((file) => isProduction(file) && !TABLES.includes(file.path))
    .map(({ text }) => text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''))
    .join('\n');
  const words = new Set(used.match(/\b[A-Z][A-Z0-9_]+\b/g));
  expect(
    codes.filter((code) => !words.has(code)),
    'Use the code, or remove it from its contract (proto/lyceum/<service>/v1/refusal.proto) and gateway/problem/problems.ts.',
  ).toEqual([]);
});

test('a code has one meaning', () => {
  expect(codes.length).toBeGreaterThan(Object.keys(catalogue).length);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});
