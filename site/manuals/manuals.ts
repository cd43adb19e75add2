import { posix } from 'node:path';

/** The pages for one kind of reader. */
export interface Manual {
  readonly path: '/docs/guides' | '/docs/operate' | '/docs/develop';
  readonly name: string;
  /** What its pages are about, as Markdown. */
  readonly lead: string;
  /** Where its files are, `<slug>.md` each, from the project's folder. */
  readonly folder: string;
  /** Pages whose files are elsewhere, by their slugs. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Its pages, in the order in which they are listed and linked. */
  readonly slugs: readonly string[];
}

/** How to call the API. */
export const GUIDES = {
  path: '/docs/guides',
  name: 'Guides',
  lead: 'How to use the API, starting with your first request. The [reference](/docs) describes every operation.',
  folder: 'docs/guides/',
  slugs: [
    'quick-start',
    'authentication',
    'console',
    'lists-and-sync',
    'writing-safely',
    'try-before-you-write',
    'errors',
    'rate-limits',
    'requests',
    'time-tracking',
    'offline-terminals',
    'directory-sync',
    'badge-terminal',
    'payroll',
    'appointments-and-rooms',
    'calendars',
    'curricula',
    'webhooks',
    'agents',
    'typescript-client',
    'python-client',
    'changes',
  ],
  // They are also what the packages say about themselves.
  elsewhere: { 'typescript-client': 'clients/typescript/README.md', 'python-client': 'clients/python/README.md' },
} as const satisfies Manual;

export const MANUALS = [
  GUIDES,
  {
    path: '/docs/operate',
    name: 'Operate',
    lead: 'How to run an installation: install it, size it, watch it, and repair it.',
    folder: 'docs/',
    slugs: [
      'deployment',
      'one-machine',
      'configuration',
      'command-line',
      'import-format',
      'capacity',
      'operations',
      'observability',
      'runbook',
    ],
  },
  {
    path: '/docs/develop',
    name: 'Develop',
    lead: 'How Lyceum is built, and how to change it. Files that these pages name are in its source.',
    folder: 'docs/',
    slugs: [
      'architecture',
      'decisions',
      'adding-an-endpoint',
      'adding-a-field',
      'console',
      'tables',
      'events',
      'internal-services',
      'testing',
      'proofs',
    ],
  },
] as const satisfies Manual[];

const ADDRESSES: ReadonlyMap<string, string> = new Map(
  MANUALS.flatMap((manual: Manual) =>
    manual.slugs.map((slug) => [fileOf(manual, slug), `${manual.path}/${slug}`] as const),
  ),
);

/** The file of a page, from the project's folder. */
export function fileOf({ folder, elsewhere }: Manual, slug: string): string {
  return elsewhere?.[slug] ?? `${folder}${slug}.md`;
}

/**
 * Where a link of a page leads: to a page (`errors.md#conflict`), a picture, or elsewhere; undefined if it is to
 * another file of the source.
 * @param file of the page
 */
export function addressOf(href: string, { path }: Manual, file: string): string | undefined {
  if (/^(?:[a-z]+:|[/#])/.test(href)) return href;
  if (/^[\w-]+\.(?:svg|png)$/.test(href)) return `${path}/${href}`;
  const [target = '', anchor] = posix.join(posix.dirname(file), href).split('#');
  const address = ADDRESSES.get(target);
  return address && anchor ? `${address}#${anchor}` : address;
}
