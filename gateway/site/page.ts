import { hash } from 'node:crypto';
import { escapeHtml } from './escape.ts';

interface Page {
  /** Plain text. */
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** `columns` places the contents beside the text when the window is wide enough. */
  readonly layout?: 'columns';
  /** What the search field contains, as plain text. */
  readonly query?: string;
}

/** A page of text: light or dark as the reader's device prefers, without scripts or anything from another origin. */
export function pageOf({ title, body, layout, query = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body${layout === undefined ? '' : ` class="${layout}"`}>
${siteHeader(query)}
${body}
</body>
</html>
`;
}

/** The top of every page: links to the others, and one search over guides and reference. */
export function siteHeader(query = ''): string {
  return `<header class="site">
<nav aria-label="Site"><a href="/">Lyceum</a> <a href="/docs/guides">Guides</a> <a href="/docs">Reference</a> <a href="/errors">Errors</a></nav>
<form role="search" action="/docs/search">
<input type="search" name="q" value="${escapeHtml(query)}" maxlength="${QUERY_CHARACTERS}" required aria-label="Search guides and reference" placeholder="Search guides and reference">
<button>Search</button>
</form>
</header>`;
}

/** The longest search query, in characters. */
export const QUERY_CHARACTERS = 100;

/** Renders a trusted text in which backquotes mark code. */
export function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

const STYLE = `
:root { --text: #1b1f24; --muted: #57606a; --line: #d8dee4; --back: #fff; --code: #f3f5f7; --mark: #fff1b8; --link: #0a58ca }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --muted: #a0a8b2; --line: #33383f; --back: #0f1113; --code: #1a1d21; --mark: #5c4a00; --link: #7db4ff }
}
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 42rem; margin: 0 auto; padding: 0 1rem 3rem; overflow-wrap: break-word }
a { color: var(--link) }
h1 { line-height: 1.2; margin: 1.5rem 0 1rem }
h2 { margin: 2rem 0 .25rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.15rem }
h3 { margin: 1.5rem 0 .25rem; font-size: 1rem }
p { margin: .5rem 0 }
code { font-size: .92em }
dt { margin-top: 1rem; font-weight: 600 }
dd { margin: 0 }
mark { color: inherit; background: var(--mark) }
.muted { color: var(--muted); font-size: .92em }
.site { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; padding: .75rem 0; border-bottom: 1px solid var(--line) }
.site nav { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: center }
.site form { display: flex; gap: .5rem; flex: 1 1 16rem; max-width: 24rem }
input, button { font: inherit; color: inherit; background: var(--code); border: 1px solid var(--line); border-radius: .3rem; padding: .2rem .6rem }
input { flex: 1; min-width: 0 }
figure { margin: 1rem 0; border: 1px solid var(--line); border-radius: .3rem; background: var(--code) }
figcaption { padding: .2rem .75rem; border-bottom: 1px solid var(--line); color: var(--muted); font-size: .8rem }
pre { margin: 0; padding: .75rem; overflow-x: auto; line-height: 1.45 }
.wide { display: block; margin: 1rem 0; overflow-x: auto; overflow-wrap: normal }
.wide > img { display: block; width: 100%; min-width: 40rem }
table { border-collapse: collapse; font-size: .94em }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td code { white-space: nowrap }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 3px solid var(--line) }
.anchor { color: var(--muted); text-decoration: none; opacity: 0 }
:hover > .anchor, .anchor:focus { opacity: 1 }
.contents { margin: 1rem 0; font-size: .94em }
.contents ol, .contents ul { margin: .25rem 0; padding: 0; list-style: none }
.contents li { padding: .15rem 0 }
.contents ul { padding-left: .9rem; border-left: 1px solid var(--line) }
[aria-current] { font-weight: 600; color: inherit; text-decoration: none }
.neighbours { margin-top: 2.5rem; padding-top: .5rem; border-top: 1px solid var(--line) }
@media (min-width: 62rem) {
  .columns { max-width: 62rem; display: grid; grid-template-columns: 14rem minmax(0, 44rem); gap: 0 3rem; align-items: start }
  .columns > .site { grid-column: 1 / -1 }
  .columns > .contents { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: .75rem 0 1rem }
  .columns > .contents > summary { display: none }
  .columns > .contents::details-content { display: block; content-visibility: visible }
}
`;

/** The page's own style is allowed by its hash; everything else is forbidden. */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};
