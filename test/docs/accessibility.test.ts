import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { accessibilityPage, LEVELS, PAGE, readReport } from '../../docs/generate/accessibility.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { projectRoot } from '../support/process/program.ts';

const report = readReport();
const criteria = Object.entries(report.chapters).flatMap(([chapter, each]) =>
  (each.criteria ?? []).map((criterion) => ({ chapter, ...criterion })),
);
const judged = criteria.flatMap(({ num, components }) =>
  components.map(({ name, adherence }) => ({ what: `${num} ${name}`, ...adherence })),
);

/** The criteria of WCAG 2.2, and of EN 301 549 3.2.1 in the chapters that are judged, as the catalogue of OpenACR has them. */
const CRITERIA: Readonly<Record<string, string>> = {
  success_criteria_level_a:
    '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.1 4.1.2',
  success_criteria_level_aa:
    '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
  en_301_549_functional_performance: '4.2.1 4.2.2 4.2.3 4.2.4 4.2.5 4.2.6 4.2.7 4.2.8 4.2.9 4.2.10 4.2.11',
  en_301_549_generic_requirements: '5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9',
  'en_301_549_non-web-documents': '10.5 10.6',
  en_301_549_documentation_and_support_services: '12.1.1 12.1.2 12.2.2 12.2.3 12.2.4',
};
/** Chapters without criteria of their own, or that are not in the report; a note says why. */
const WITHOUT = [
  ...['success_criteria_level_aaa', 'functional_performance_criteria', 'hardware', 'software'],
  ...['support_documentation_and_services', 'en_301_549_ict_with_two-way_voice', 'en_301_549_ict_with_video'],
  ...['en_301_549_hardware', 'en_301_549_web', 'en_301_549_software'],
  'en_301_549_ict_providing_relay_or_emergency_service_access',
];

const text = { type: 'string', minLength: 1 };
const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
/** An object with these properties and no others, all of them required but optional ones. */
const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  ...{ type: 'object', additionalProperties: false, properties },
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const listOf = (items: object) => ({ type: 'array', minItems: 1, items });
const adherence = object({ level: { enum: Object.keys(LEVELS) }, notes: text, proof: listOf(text) }, ['proof']);
const component = object({ name: { enum: 'web electronic-docs software authoring-tool none'.split(' ') }, adherence });
const criterion = object({ num: text, handle: text, components: listOf(component) });
const chapter = object({ notes: text, disabled: { const: true }, criteria: listOf(criterion) }, [
  ...['notes', 'disabled', 'criteria'],
]);
const contact = object({ name: text, email: text });
/** What OpenACR 0.1.0 asks for; names of criteria and proofs are ours. */
const SCHEMA = object({
  ...{ title: text, author: contact, vendor: contact, report_date: day, last_modified_date: day, notes: text },
  ...{ product: object({ name: text, version: { const: packageJson.version }, description: text }), license: text },
  ...{ version: { type: 'integer' }, evaluation_methods_used: text, legal_disclaimer: text, repository: text },
  ...{ feedback: text, catalog: { const: '2.5-edition-wcag-2.2-508-eu-en' } },
  chapters: object(Object.fromEntries([...Object.keys(CRITERIA), ...WITHOUT].map((id) => [id, chapter]))),
  proofs: {
    type: 'object',
    additionalProperties: {
      oneOf: [object({ test: text, title: text, shows: text }), object({ date: day, method: text, shows: text })],
    },
  },
});

it('the report has the form of OpenACR, and is about this version', () => {
  const validate = new Ajv().compile(SCHEMA);
  validate(report);
  expect(validate.errors).toBeNull();
});

it.each(Object.entries(CRITERIA))('each criterion of %s is judged once', (id, numbers) => {
  expect(criteria.filter((each) => each.chapter === id).map(({ num }) => num)).toEqual(numbers.split(' '));
});

it('each chapter without criteria says why', () => {
  expect(WITHOUT.filter((id) => (report.chapters[id]?.notes ?? '') === '')).toEqual([]);
});

it('whatever holds, or holds in part, has a proof; each proof is used', () => {
  const unproven = judged.filter(({ level, proof = [] }) => level !== 'not-applicable' && proof.length === 0);
  expect(unproven.map(({ what }) => what)).toEqual([]);
  const used = new Set(judged.flatMap(({ proof = [] }) => proof));
  expect(Object.keys(report.proofs).filter((name) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !(name in report.proofs))).toEqual([]);
});

describe('a proof that is named exists', () => {
  const tests = Object.values(report.proofs).flatMap((proof) => ('test' in proof ? [proof] : []));
  it.each(tests)('$test: $title', ({ test, title }) => {
    expect(existsSync(projectRoot + test)).toBe(true);
    expect(readFileSync(projectRoot + test, 'utf8')).toContain(`'${title}',`);
  });
});

it('docs/accessibility.md has the tables of the report', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page, 'Run npm run docs:accessibility.').toBe(accessibilityPage(page, report));
});

it('docs/accessibility.md says of each criterion that holds in part what does not', () => {
  const [, told = ''] = /## What does not hold([\s\S]*?)\n## /.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const inPart = judged.filter(({ level }) => level !== 'supports' && level !== 'not-applicable');
  expect(inPart.filter(({ what }) => !told.includes(`(${what.split(' ')[0]})`))).toEqual([]);
});
