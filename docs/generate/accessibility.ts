import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A conformance report in the format OpenACR 0.1.0, with the names of criteria and with proofs besides. */
interface Report {
  readonly proofs: Readonly<Record<string, Proof>>;
  /** Without criteria, its notes say why. */
  readonly chapters: Readonly<Record<string, { readonly notes?: string; readonly criteria?: readonly Criterion[] }>>;
}

/** A test by its file and title, or a check by hand. */
type Proof = { readonly shows: string } & (
  | { readonly test: string; readonly title: string }
  | { readonly date: string; readonly method: string }
);

interface Criterion {
  readonly num: string;
  readonly handle: string;
  readonly components: readonly {
    readonly name: string;
    /** @property proof by their names in {@link Report.proofs} */
    readonly adherence: {
      readonly level: keyof typeof LEVELS;
      readonly notes: string;
      readonly proof?: readonly string[];
    };
  }[];
}

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

const REPORT = new URL('../accessibility.openacr.yaml', import.meta.url);
export const PAGE = new URL('../accessibility.md', import.meta.url);

export function readReport(): Report {
  return parse(readFileSync(REPORT, 'utf8'));
}

/** The page with the report's criteria and proofs in place of those that it has. */
export function accessibilityPage(page: string, { chapters, proofs }: Report): string {
  const judged = Object.entries(chapters).flatMap(([id, { criteria }]) =>
    criteria ? [`### ${TITLES[id]}`, table(['Criterion', 'Level', 'Remark', 'Proofs'], criteria.flatMap(rowsOf))] : [],
  );
  const proven = Object.entries(proofs).map(([name, proof]) => [
    ...[name, 'test' in proof ? `\`${proof.test}\`: ${proof.title}` : `${proof.date}: ${proof.method}`, proof.shows],
  ]);
  const proofTable = table(['Name', 'Test, or check by hand', 'What it shows'], proven);
  return `${[page.split(`\n\n${MARK}`)[0], MARK, ...judged, '### Proofs', proofTable].join('\n\n')}\n`;
}

const MARK = '<!-- From here on made by `npm run docs:accessibility` from accessibility.openacr.yaml. -->';

/** A row for the web, and one for each other component that has something of the kind. */
function rowsOf({ num, handle, components }: Criterion): string[][] {
  return components
    .filter(({ adherence: { level } }, index) => index === 0 || level !== 'not-applicable')
    .map(({ name, adherence: { level, notes, proof = [] } }) => {
      const of = name === 'electronic-docs' ? ' (the page of a person’s data)' : '';
      return [`${num} ${handle}${of}`, LEVELS[level], notes, proof.join(', ')];
    });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
