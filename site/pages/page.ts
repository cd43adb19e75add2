import { MANUALS } from '../manuals/manuals.ts';
import { escapeHtml } from '../search/escape.ts';

/** The parts of the site that the header leads to. */
const [guides, ...manuals] = MANUALS;
const PARTS = [guides, { path: '/docs', name: 'Reference' }, { path: '/errors', name: 'Errors' }, ...manuals] as const;
type Part = (typeof PARTS)[number]['path'];

interface Page {
  /** Plain text. */
  readonly title: string;
  /** HTML: `main` and what stands beside it. */
  readonly body: string;
  /** The part of the site that the page belongs to. */
  readonly part?: Part;
  /** `docs` places the contents beside the text when the window is wide enough. */
  readonly layout?: 'docs';
  /** Modules that only this page has. */
  readonly scripts?: readonly string[];
}

/**
 * A page of text: light or dark as the reader's device prefers, without anything from another origin. It works without
 * its script.
 */
export function pageOf({ title, body, part, layout, scripts = [] }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === 'Lyceum' ? title : `${title} · Lyceum`)}</title>
<link rel="icon" href="${ICON}" type="image/svg+xml">
<link rel="stylesheet" href="/docs/site.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${siteHeader(part)}
<div class="site-body${layout === undefined ? '' : ` ${layout}`}">
${body}
</div>
<footer class="site-foot"><div><span>Lyceum API 4.3</span><nav aria-label="Files"><a href="/api/v4/openapi.json" download>OpenAPI document</a> <a href="/docs/guides/changes">Changes</a></nav></div></footer>
<script src="/docs/site.js"></script>${scripts
    .map(
      (path) => `
<script type="module" src="${path}"></script>`,
    )
    .join('')}
</body>
</html>
`;
}

/**
 * The top of every page: the wordmark, the parts of the site, one search over manuals and reference, and the way
 * into the console.
 */
export function siteHeader(current?: Part): string {
  const links = PARTS.map(
    ({ path, name }) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<header class="site-head"><div>
<a class="brand" href="/"><img src="${ICON}" alt="" width="20" height="20">Lyceum</a>
<nav class="site-nav" aria-label="Site">${links.join(' ')}</nav>
<form role="search" action="/docs/search">
<input type="search" name="q" maxlength="${QUERY_CHARACTERS}" required aria-label="Search the documentation" placeholder="Search">
</form>
<a class="button" href="/console">Sign in</a>
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
