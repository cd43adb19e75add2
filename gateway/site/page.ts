import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from './escape.ts';
import { ICON } from './icon.ts';
import { MANUALS } from './manuals.ts';
import { STYLE } from './style.ts';

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
  /** What the search field contains, as plain text. */
  readonly query?: string;
}

/** A page of text: light or dark as the reader's device prefers, without anything from another origin. It works without its script. */
export function pageOf({ title, body, part, layout, query = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === 'Lyceum' ? title : `${title} · Lyceum`)}</title>
<link rel="icon" href="${ICON}" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${siteHeader(part, query)}
<div class="site-body${layout === undefined ? '' : ` ${layout}`}">
${body}
</div>
<footer class="site-foot"><div><span>Lyceum API 4.3</span><nav aria-label="Files"><a href="/api/v4/openapi.json" download>OpenAPI document</a> <a href="/docs/lyceum.postman_collection.json" download>Request collection</a> <a href="/docs/guides/changes">Changes</a></nav></div></footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** The top of every page: the wordmark, the parts of the site, and one search over manuals and reference. */
export function siteHeader(current?: Part, query = ''): string {
  const links = PARTS.map(
    ({ path, name }) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<header class="site-head"><div>
<a class="brand" href="/"><img src="${ICON}" alt="" width="20" height="20">Lyceum</a>
<nav class="site-nav" aria-label="Site">${links.join(' ')}</nav>
<form role="search" action="/docs/search">
<input type="search" name="q" value="${escapeHtml(query)}" maxlength="${QUERY_CHARACTERS}" required aria-label="Search the documentation" placeholder="Search">
</form>
</div></header>`;
}

/** The longest search query, in characters. */
export const QUERY_CHARACTERS = 100;

/** Renders a trusted text in which backquotes mark code. */
export function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

const SCRIPT = readFileSync(new URL('./script.js', import.meta.url), 'utf8');

/** The pages' own style and script are allowed by their hashes; everything else is forbidden. */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    `script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};
