import MiniSearch, { type AsPlainObject, type Options, type Query } from 'minisearch';
import type { Entry } from './entry.ts';

/** An entry that was found, and those of its words that matched. */
interface Found extends Entry {
  readonly words: readonly string[];
}

type Indexed = Entry & { id: number };

/** An index as the browser loads it. */
interface StoredIndex {
  readonly entries: readonly Entry[];
  readonly index: AsPlainObject;
}

/**
 * Finds entries by their words. Built once; the number of terms in a query and the number of entries bound what a
 * search costs.
 */
export class SearchIndex {
  readonly #entries: readonly Entry[];
  readonly #index: MiniSearch<Indexed>;

  private constructor(entries: readonly Entry[], index: MiniSearch<Indexed>) {
    this.#entries = entries;
    this.#index = index;
  }

  static of(entries: readonly Entry[]): SearchIndex {
    const index = new MiniSearch<Indexed>(OPTIONS);
    index.addAll(entries.map((entry, id) => ({ ...entry, id })));
    return new SearchIndex(entries, index);
  }

  /** An index that was stored as JSON. */
  static read({ entries, index }: StoredIndex): SearchIndex {
    return new SearchIndex(entries, MiniSearch.loadJS<Indexed>(index, OPTIONS));
  }

  toJSON(): StoredIndex {
    return { entries: this.#entries, index: this.#index.toJSON() };
  }

  /** The entries that have all words of a query or, if there are none, those that have any; the best first. */
  find(query: string): Found[] {
    const given = query.match(WORD)?.flatMap((word) => word.split(LETTERS_AND_DIGITS)) ?? [];
    const significant = given.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
    const words = (significant.length > 0 ? significant : given).slice(0, MAX_WORDS);
    const search = (combineWith: 'AND' | 'OR') =>
      this.#index.search(
        { combineWith, queries: words.map(withOtherWords) },
        { boostDocument: (id) => this.#weightOf(id as number, given.join(' ').toLowerCase()) },
      );
    const all = search('AND');
    const results = all.length > 0 ? all : search('OR');
    return results.slice(0, MAX_RESULTS).flatMap(({ id, terms }) => {
      const entry = this.#entries[id as number];
      return entry ? [{ ...entry, words: terms }] : [];
    });
  }

  /**
   * What explains something comes before the reference, which has its name; most who search are integrators; and words
   * mean most where they stand together.
   */
  #weightOf(id: number, phrase: string): number {
    const { href, title, subtitle, text } = this.#entries[id] as Entry;
    const hasPhrase = `${title} ${subtitle} ${text}`.toLowerCase().includes(phrase);
    // Of two that are alike, the first in reading order.
    const order = 1 - (0.05 * id) / this.#entries.length;
    const audience = AUDIENCES.find(([path]) => href.startsWith(path))?.[1] ?? 1;
    return order * audience * (href.startsWith('/docs#') ? 0.3 : 1) * (hasPhrase ? 2 : 1);
  }
}

/** What has the same words in German comes behind: only German pages have German words. */
const AUDIENCES = [
  ['/docs/develop', 0.45],
  ['/docs/operate', 0.5],
  ['/docs/de/', 0.3],
] as const;

const OPTIONS: Options<Indexed> = {
  fields: ['title', 'subtitle', 'text'],
  processTerm: (term) => [...new Set([term, ...term.split(CAMEL_HUMP)].map((part) => part.toLowerCase()))],
  searchOptions: {
    boost: { title: 4, subtitle: 2 },
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    processTerm: (term) => term.toLowerCase(),
  },
};

/** What has the very word comes first. */
function withOtherWords(word: string): Query {
  const others = OTHER_WORDS.get(word.toLowerCase()) ?? [];
  return { combineWith: 'OR', queries: [word, { combineWith: 'OR', queries: others, boostTerm: () => 0.5 }] };
}

/** The documentation's words for what people also call otherwise. */
const OTHER_WORDS = new Map([
  ['sso', ['OpenID', 'provider']],
  ['saml', ['OpenID', 'provider']],
  ['oidc', ['OpenID']],
  ['excel', ['spreadsheet', 'csv']],
  ['spreadsheet', ['excel', 'csv']],
  ['permission', ['scopes', 'rights']],
  ['permissions', ['scopes', 'rights']],
  ['scope', ['permissions', 'rights']],
  ['roles', ['permissions', 'rights']],
  ['remove', ['delete', 'archived']],
  ['order', ['sort']],
  ['scim', ['directory']],
  ['password', ['secret']],
  ['login', ['sign']],
  ['hours', ['time', 'logs']],
  ['new', ['change']],
  ['timezone', ['zones']],
  ['pagination', ['pages']],
  ['paging', ['pages']],
  ['taken', ['booked']],
  ['occupied', ['booked']],
  ['alert', ['runbook']],
  ['upgrade', ['release']],
]);

const WORD = /[\p{L}\p{N}]+/gu;
/** Within `RFC3339`, which the documentation writes `RFC 3339`; a path such as `v4` stays whole. */
const LETTERS_AND_DIGITS = /(?<=^[a-zA-Z]{3,})(?=\d{3,}$)/;
/** Between the parts of a name such as `updatedSince`. */
const CAMEL_HUMP = /(?<=[a-z0-9])(?=[A-Z])/;
/** Words that say nothing about the subject of a query. */
const STOP_WORDS = new Set(
  'a an and are at be by can do does for from how i in is it my not of on or the to what when where which why with'.split(
    ' ',
  ),
);
const MAX_WORDS = 8;
const MAX_RESULTS = 20;
