import { posix } from 'node:path';
import type { Language } from '../words.ts';

/** The pages for one kind of reader. */
export interface Manual {
  readonly path: '/docs/guides' | '/docs/operate' | '/docs/develop' | '/docs/de/guides';
  readonly language: Language;
  readonly name: string;
  /** What its pages are about, as Markdown. */
  readonly lead: string;
  /** Where its files are, `<slug>.md` each, from the project's folder. */
  readonly folder: string;
  /** Pages whose files are elsewhere, by their slugs. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Its pages in reading order: by the names of their groups and by slug, what each is for, as a line of Markdown. */
  readonly groups: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** How to call the API. */
export const GUIDES = {
  path: '/docs/guides',
  language: 'en',
  name: 'Guides',
  lead: 'How to use the API, starting with your first request. The [reference](/docs) describes every operation.',
  folder: 'docs/guides/',
  groups: {
    Start: {
      'quick-start': 'Copy people, courses and rooms, and record a first punch, in five minutes.',
      authentication: 'Send an integration’s credentials, and change its secret without downtime.',
      console: 'Sign in, connect systems, look after people and hours, and see what happened.',
      'your-data': 'Take out everything that is stored of your institution, and read it.',
      'a-persons-data': 'Hand over what is stored of a person, and erase it.',
      'audit-to-a-siem': 'Send who changed what, and sign-ins, to Splunk, OpenTelemetry or an HTTPS address.',
      'data-protection': 'What Lyceum does for the GDPR, and what remains your duty.',
    },
    Basics: {
      'lists-and-sync': 'Page through lists, copy everything once, and keep the copy up to date.',
      'writing-safely': 'Create exactly once, never overwrite a change, and know what to repeat.',
      'try-before-you-write': 'See what a write would do without doing it.',
      errors: 'Read a problem, and look up every error code.',
      'rate-limits': 'Stay within 1000 requests a minute.',
      requests: 'Look up what your integration sent, what it got, and why it failed.',
    },
    'People and hours': {
      'hr-without-code': 'Find, correct and export hours with the console, Excel or LibreOffice.',
      'breaks-and-rests': 'See breaks, rests and long days that the rules of working time do not allow.',
      'close-a-month': 'See what is unfinished, close a month, and hand its hours over.',
      'directory-sync': 'Let Entra ID, Okta or Keycloak keep people up to date.',
      'people-from-a-spreadsheet': 'Add and change people with a CSV file, in the console.',
      'time-tracking': 'Clock members in and out, and know what happens at midnight.',
      'offline-terminals': 'Send the punches of a terminal that was offline.',
      'badge-terminal': 'A terminal program to start from, which loses no punch.',
      payroll: 'Export a month, and pay later corrections once.',
    },
    'Timetables and studies': {
      'appointments-and-rooms': 'Book appointments, find free rooms, and resolve conflicts.',
      calendars: 'Read timetables as iCalendar, or subscribe to them.',
      curricula: 'Read curricula and their pathways, and manage continuing education.',
    },
    Events: {
      copy: 'Keep all records in SQLite or PostgreSQL with one command.',
      'excel-and-power-bi': 'Read a copy in a workbook or a report.',
      duckdb: 'Ask a copy large questions.',
      dbt: 'Build tables on a copy, and test it before each run.',
      webhooks: 'Build a receiver of signed events.',
    },
    'Clients and agents': {
      'typescript-client': 'For Node, browsers and edge runtimes.',
      'python-client': 'For Python 3.9 and later.',
      'client-commands': 'What needs no program of yours.',
      agents: 'Let an assistant look things up and prepare changes over MCP.',
    },
    Reference: {
      glossary: 'The words of Lyceum, and what each means.',
      'not-included': 'What people look for and do not find, and what there is instead.',
      changes: 'What is new, and what never changes within `/api/v4`.',
    },
  },
  // They are also what the packages say about themselves.
  elsewhere: {
    'typescript-client': 'clients/typescript/README.md',
    'python-client': 'clients/python/README.md',
    'client-commands': 'clients/cli/README.md',
  },
} as const satisfies Manual;

/** Those of the guides that are in German, too, under the same slugs. */
export const GERMAN_GUIDES = {
  path: '/docs/de/guides',
  language: 'de',
  name: 'Anleitungen',
  lead: 'Für alle, die in der Verwaltung mit Lyceum arbeiten. Alle übrigen Seiten sind auf Englisch.',
  folder: 'docs/de/guides/',
  groups: {
    'Erste Schritte': {
      console: 'Sich anmelden, Systeme anbinden, Personen und Arbeitszeiten pflegen und sehen, was geschehen ist.',
    },
    'Personen und Arbeitszeiten': {
      'hr-without-code': 'Arbeitszeiten mit der Konsole, Excel oder LibreOffice suchen, korrigieren und exportieren.',
      'people-from-a-spreadsheet': 'Personen mit einer CSV-Datei in der Konsole hinzufügen und ändern.',
    },
  },
} as const satisfies Manual;

export const MANUALS = [
  GUIDES,
  {
    path: '/docs/operate',
    language: 'en',
    name: 'Operate',
    lead: 'How to run an installation: install it, size it, watch it, and repair it.',
    folder: 'docs/',
    groups: {
      Install: {
        deployment: 'Run Lyceum on Kubernetes: manifests, releases, certificates, NATS.',
        'one-machine': 'Run Lyceum on one machine, with or without containers.',
        capacity: 'What an installation needs, and how it grows, up to 10⁸ users.',
      },
      Run: {
        operations: 'Back up and restore, exchange secrets, scale, and remove an institution.',
        'service-levels': 'What you may promise, and how you see whether it is kept.',
        overload: 'What is bounded, and what a 503 means.',
        observability: 'Metrics, logs and traces, and what to look at.',
        runbook: 'What to do for each alert and message.',
      },
      'Look up': {
        configuration: 'Every environment variable of every process.',
        'command-line': 'Every command of `lyceum`.',
        'import-format': 'The file that brings an institution in.',
        privacy: 'What is kept of people, why, how long, and who receives it.',
        accessibility: 'What works for whom, how that was found out, and what does not hold.',
      },
    },
  },
  {
    path: '/docs/develop',
    language: 'en',
    name: 'Develop',
    lead: 'How Lyceum is built, and how to change it. Files that these pages name are in its source.',
    folder: 'docs/',
    groups: {
      Understand: {
        architecture: 'The parts, the path of a request, and why it is built this way.',
        decisions: 'What the specification leaves open, and how it was settled.',
        console: 'How the console is made, and what its screens show.',
        tables: 'Every table, index and constraint.',
        events: 'How a change becomes an event, and how events reach consumers.',
        'internal-services': 'Call the services from one of your own.',
      },
      Change: {
        'adding-an-endpoint': 'A field, a filter, a resource or an operation, file by file.',
        'adding-a-rule-set': 'A statute of working time, or another figure of one.',
        languages: 'How a text gets onto a page, another language, and the words of German.',
      },
      Prove: {
        testing: 'How to run and write tests, what they prove, and by which command.',
        performance: 'Lyceum beside other frameworks, and what grows with the data.',
      },
    },
  },
  GERMAN_GUIDES,
] as const satisfies Manual[];

/** The slugs of a manual's pages, in reading order. */
export function slugsOf({ groups }: Manual): string[] {
  return Object.values(groups).flatMap((pages) => Object.keys(pages));
}

const ADDRESSES: ReadonlyMap<string, string> = new Map(
  MANUALS.flatMap((manual: Manual) =>
    slugsOf(manual).map((slug) => [fileOf(manual, slug), `${manual.path}/${slug}`] as const),
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
