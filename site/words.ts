/** The languages that pages are in, with the words around a page's own text. */
export const WORDS = {
  en: {
    language: 'Language',
    inItself: 'English',
    skip: 'Skip to content',
    site: 'Site',
    search: 'Search',
    searchAll: 'Search the documentation',
    signIn: 'Sign in',
    more: 'More',
    openapi: 'OpenAPI document',
    changes: 'Changes',
    accessibility: 'Accessibility',
    sections: 'On this page',
    nextPages: 'Next pages',
    toSection: 'Link to this section',
    output: 'Output',
    copy: 'Copy',
    copied: 'Copied',
  },
  de: {
    language: 'Sprache',
    inItself: 'Deutsch',
    skip: 'Zum Inhalt springen',
    site: 'Website',
    search: 'Suchen',
    searchAll: 'Dokumentation durchsuchen',
    signIn: 'Anmelden',
    more: 'Weiteres',
    openapi: 'OpenAPI-Dokument',
    changes: 'Neuerungen',
    accessibility: 'Barrierefreiheit',
    sections: 'Auf dieser Seite',
    nextPages: 'Weitere Seiten',
    toSection: 'Link zu diesem Abschnitt',
    output: 'Ausgabe',
    copy: 'Kopieren',
    copied: 'Kopiert',
  },
} as const;

export type Language = keyof typeof WORDS;
export type Words = (typeof WORDS)[Language];

/** A page in one of its languages. */
export interface Version {
  readonly href: string;
  readonly language: Language;
}
