import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A conformance report in the format OpenACR 0.1.0, with the names of criteria and with proofs besides. */
export interface Report {
  readonly proofs: Readonly<Record<string, Proof>>;
  readonly chapters: Readonly<Record<string, Chapter>>;
}

interface Chapter {
  readonly notes?: string;
  /** Whether the report says nothing of its criteria. */
  readonly disabled?: boolean;
  readonly criteria?: readonly Criterion[];
}

interface Criterion {
  readonly num: string;
  readonly handle: string;
  readonly components: readonly Component[];
}

interface Component {
  readonly name: 'web' | 'electronic-docs' | 'software' | 'authoring-tool' | 'none';
  readonly adherence: {
    readonly level: keyof typeof LEVELS;
    readonly notes: string;
    /** By their names in {@link Report.proofs}. */
    readonly proof?: readonly string[];
  };
}

/** A test by its file and title, or a check by hand. */
export type Proof = { readonly shows: string } & (
  | { readonly test: string; readonly title: string }
  | { readonly date: string; readonly method: string }
);

export const LEVELS = {
  supports: 'Supports',
  'partially-supports': 'Partially supports',
  'does-not-support': 'Does not support',
  'not-applicable': 'Not applicable',
} as const;

const TITLES: Readonly<Record<string, string>> = {
  success_criteria_level_a: 'WCAG 2.2, level A',
  success_criteria_level_aa: 'WCAG 2.2, level AA',
  en_301_549_functional_performance: 'EN 301 549, 4: functional performance',
  en_301_549_generic_requirements: 'EN 301 549, 5: generic requirements',
  'en_301_549_non-web-documents': 'EN 301 549, 10: documents',
  en_301_549_documentation_and_support_services: 'EN 301 549, 12: documentation and support',
};

export const REPORT = new URL('../accessibility.openacr.yaml', import.meta.url);
export const PAGE = new URL('../accessibility.md', import.meta.url);

export function readReport(): Report {
  return parse(readFileSync(REPORT, 'utf8')) as Report;
}

/** The page with the report's criteria and proofs in place of those that it has. */
export function accessibilityPage(page: string, report: Report): string {
  const [before = ''] = page.split(MARK);
  const chapters = Object.entries(report.chapters).flatMap(([id, { criteria }]) =>
    criteria ? [`### ${TITLES[id]}\n\n${criteriaOf(criteria)}`] : [],
  );
  return `${before}${MARK}\n\n${[...chapters, `### Proofs\n\n${proofsOf(report)}`].join('\n\n')}\n`;
}

const MARK = '<!-- From here on made by `npm run docs:accessibility` from accessibility.openacr.yaml. -->';

function criteriaOf(criteria: readonly Criterion[]): string {
  const rows = criteria.flatMap(({ num, handle, components }) =>
    components
      .filter(({ adherence: { level } }, index) => index === 0 || level !== 'not-applicable')
      .map(({ name, adherence: { level, notes, proof = [] } }) => {
        const of = name === 'electronic-docs' ? ' (the page of a person’s data)' : '';
        return `| ${num} ${handle}${of} | ${LEVELS[level]} | ${notes} | ${proof.join(', ')} |`;
      }),
  );
  return ['| Criterion | Level | Remark | Proofs |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function proofsOf({ proofs }: Report): string {
  const rows = Object.entries(proofs).map(([name, proof]) => {
    const how = 'test' in proof ? `\`${proof.test}\`: ${proof.title}` : `${proof.date}: ${proof.method}`;
    return `| ${name} | ${how} | ${proof.shows} |`;
  });
  return ['| Name | Test, or check by hand | What it shows |', '| --- | --- | --- |', ...rows].join('\n');
}
