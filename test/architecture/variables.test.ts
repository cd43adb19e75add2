import { expect, test } from 'vitest';
import { referencedNames } from '../../docs/generate/configuration-reference.ts';
import { projectFiles } from './project/project.ts';

/** Variables that the system or Node gives every process. */
const OF_THE_SYSTEM = ['PATH', 'HOME', 'CI', 'NODE_EXTRA_CA_CERTS'];
const SOURCES =
  /^(platform|libraries|bundle|records|languages|services|gateway|console|cli|deploy|one-process|dev|test\/support|test\/global-setup)\b.*\.ts$/;

/** `environment.NAME`, `process.env['NAME']`; `NAME: integer({ … })`, `NAME: { description, … }`. */
const READ = /\b(?:env|environment)(?:\.|\[')([A-Z][A-Z0-9_]*)\b/g;
const DECLARED = /\b([A-Z][A-Z0-9_]*): (?:(?:text|integer|port|oneOf|url|optional|pem|address)\(|\{\s*description:)/g;
/** `const { NAME } = environment`, `({ NAME }: Environment)`. */
const TAKEN_APART = /\{([^{}]*)\}(?:: Environment\b| = (?:process\.env|env|environment)\b)/g;

function variablesIn(text: string): string[] {
  const named = [READ, DECLARED].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const parts = [...text.matchAll(TAKEN_APART)].flatMap(([, names = '']) => names.match(/\b[A-Z][A-Z0-9_]*\b/g) ?? []);
  return [...named, ...parts];
}

test('every variable that is read is in the reference', () => {
  const listed = new Set([...referencedNames(), ...OF_THE_SYSTEM]);
  const sources = projectFiles().filter(({ path }) => SOURCES.test(path) && !path.endsWith('.test.ts'));
  expect(
    sources.flatMap(({ path, text }) =>
      variablesIn(text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''))
        .filter((name) => !listed.has(name))
        .map((name) => `${path}: ${name}`),
    ),
    'Declare it with a function of platform/core/config/variables.ts, in a declaration that docs/generate/process-references.ts lists. Then run npm run docs:configuration.',
  ).toEqual([]);
});

test.each([
  'environment.OTHER;',
  "process.env['OTHER'];",
  "const { OTHER = '' } = process.env;",
  'function f({ OTHER }: Environment) {}',
  "{ OTHER: optional(integer({ description: 'x' })) }",
  "{ OTHER: { description: 'x', parse } }",
])('the checker finds %s', (text) => {
  expect(variablesIn(text)).toEqual(['OTHER']);
});
