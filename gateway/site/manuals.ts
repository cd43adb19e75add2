import { posix } from 'node:path';

/** The pages for one kind of reader. */
export interface Manual {
  readonly path: '/docs/guides' | '/docs/operate' | '/docs/develop';
  readonly name: string;
  /** What its pages are about, as HTML. */
  readonly lead: string;
  /** Where its files are, from the project's folder. */
  readonly folder: string;
  /** Its pages, in the order in which they are listed and linked. */
  readonly slugs: readonly string[];
}

/** How to call the API. */
export const GUIDES = {
  path: '/docs/guides',
  name: 'Guides',
  lead: 'How to use the API, starting with your first request. The <a href="/docs">reference</a> describes every operation.',
  folder: 'docs/guides/',
  slugs: [
    'quick-start',
    'authentication',
    'console',
    'lists-and-sync',
    'writing-safely',
    'errors',
    'rate-limits',
    'requests',
    'time-tracking',
    'offline-terminals',
    'payroll',
    'appointments-and-rooms',
    'calendars',
    'curricula',
    'webhooks',
    'changes',
  ],
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
  MANUALS.flatMap(({ path, folder, slugs }) =>
    slugs.map((slug) => [`${folder}${slug}.md`, `${path}/${slug}`] as const),
  ),
);

/** Where a link of a page leads: to a page (`errors.md#conflict`), a picture, or elsewhere; undefined if it is to another file of the source. */
export function addressOf(href: string, { folder, path }: Manual): string | undefined {
  if (/^(?:[a-z]+:|[/#])/.test(href)) return href;
  if (/^[\w-]+\.(?:svg|png)$/.test(href)) return `${path}/${href}`;
  const [file = '', anchor] = posix.join(folder, href).split('#');
  const address = ADDRESSES.get(file);
  return address && anchor ? `${address}#${anchor}` : address;
}
