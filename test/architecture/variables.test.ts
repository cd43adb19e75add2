import { describe, expect, test } from 'vitest';
import { referencedNames } from '../../docs/generate/configuration-reference.ts';
import { projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findUnlistedVariables } from './rules/variables.ts';

/** Variables that the system or Node gives every process. */
const OF_THE_SYSTEM = ['PATH', 'HOME', 'CI', 'NODE_EXTRA_CA_CERTS'];

test('every variable that is read is in the reference', () => {
  const listed = [...referencedNames(), ...OF_THE_SYSTEM];
  const sources = projectFiles().filter(
    ({ path }) =>
      /^(platform|libraries|bundle|services|gateway|console|cli|deploy|one-process|dev|test\/support|test\/global-setup)\b.*\.ts$/.test(
        path,
      ) && !path.endsWith('.test.ts'),
  );
  expectNone(
    sources.flatMap((file) => findUnlistedVariables(file, listed)),
    'Declare it with a function of platform/core/config/variables.ts, in a declaration that docs/generate/process-references.ts lists. Then run npm run docs:configuration.',
  );
});

describe('the checker', () => {
  const found = (text: string) =>
    findUnlistedVariables(new SourceFile('x.ts', text), ['KNOWN']).map(({ what }) => what);

  test.each([
    'const a = environment.OTHER;',
    "const a = process.env['OTHER'];",
    'const { OTHER } = environment;',
    "const { OTHER = '' } = process.env;",
    'function f({ OTHER }: Environment) {}',
    "const v = { OTHER: text({ description: 'x' }) };",
    "const v = { OTHER: optional(integer({ description: 'x', minimum: 1, maximum: 2 })) };",
    "const v = { OTHER: { description: 'x', parse: (value) => value } };",
  ])('finds %s', (text) => {
    expect(found(text)).toEqual(['reads OTHER, which is not in docs/configuration.md']);
  });

  test.each([
    'const a = environment.KNOWN;',
    'const a = config.OTHER;',
    'const v = { OTHER: 5, other: text({}) };',
    'const a = environment[name];',
  ])('passes over %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
