import { MANUALS } from '../manuals/manuals.ts';
import { escapeHtml } from '../search/escape.ts';
import { type Language, type Version, WORDS } from '../words.ts';

/** The parts of the site that the header leads to, in English but for the guides. */
const [en, operate, develop, de] = MANUALS;
const GUIDES = { en, de };
const OTHERS = [{ path: '/docs', name: 'Reference' }, { path: '/errors', name: 'Errors' }, operate, develop] as const;
type Part = (typeof MANUALS | typeof OTHERS)[number]['path'];

interface Page {
  /** Plain text. */
  readonly title: string;
  /** HTML: `main` and what stands beside it. */
  readonly body: string;
  /** The part of the site that the page belongs to. */
  readonly part?: Part;
  /** `docs` places the contents beside the text when the window is wide enough. */
  readonly layout?: 'docs';
  readonly language?: Language;
  /** The same page in other languages. */
  readonly versions?: readonly Version[];
  /** Modules that only this page has. */
  readonly scripts?: readonly string[];
}

/**
 * A page of text: light or dark as the reader's device prefers, without anything from another origin. It works without
 * its script. Whatever is in another language than the page says so, as does a link to it.
 */
export function pageOf({ title, body, part, layout, language = 'en', versions = [], scripts = [] }: Page): string {
  const words = WORDS[language];
  const page = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === 'Lyceum' ? title : `${title} · Lyceum`)}</title>
<link rel="icon" href="${ICON}" type="image/svg+xml">
<link rel="stylesheet" href="/docs/site.css">${versions
    .map(
      (each) => `
<link rel="alternate" hreflang="${each.language}" href="${each.href}">`,
    )
    .join('')}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
${siteHeader(part, language)}
<div class="site-body${layout === undefined ? '' : ` ${layout}`}">
${body}
</div>
<footer class="site-foot"><div><span>Lyceum API 4.3</span><nav aria-label="${words.more}"><a href="/api/v4/openapi.json" download>${words.openapi}</a> <a href="/docs/guides/changes">${words.changes}</a> <a href="/docs/operate/accessibility">${words.accessibility}</a></nav></div></footer>
<script src="/docs/site.js"></script>${scripts
    .map(
      (path) => `
<script type="module" src="${path}"></script>`,
    )
    .join('')}
</body>
</html>
`;
  if (language === 'en') return page;
  return page.replaceAll(LINK, (link) => (link.includes(`/docs/${language}/`) ? link : `${link} hreflang="en"`));
}

/** A link to a page of the documentation. */
const LINK = /<a href="\/(?:docs|errors)[^"]*"/g;

/**
 * The top of every page: the wordmark, the parts of the site, one search over manuals and reference, and the way
 * into the console.
 */
export function siteHeader(current?: Part, language: Language = 'en'): string {
  const words = WORDS[language];
  const lang = language === 'en' ? '' : ' lang="en"';
  const links = [{ ...GUIDES[language], lang: '' }, ...OTHERS.map((each) => ({ ...each, lang }))].map(
    ({ path, name, lang }) => `<a href="${path}"${lang}${path === current ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<header class="site-head"><div>
<a class="brand" href="/"><img src="${ICON}" alt="" width="20" height="20">Lyceum</a>
<nav class="site-nav" aria-label="${words.site}">${links.join(' ')}</nav>
<form role="search" action="/docs/search">
<input type="search" name="q" maxlength="${QUERY_CHARACTERS}" required aria-label="${words.searchAll}" placeholder="${words.search}">
</form>
<a class="button" href="/console">${words.signIn}</a>
</div></header>`;
}

/** The address of the icon for browsers that draw SVG; the others ask for `/favicon.ico`. */
export const ICON = '/docs/icon.svg';

/** The longest search query, in characters. */
export const QUERY_CHARACTERS = 100;

/** Renders a trusted text in which backquotes mark code. */
export function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
