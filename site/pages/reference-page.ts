import { readFileSync } from 'node:fs';
import { HEADER_STYLE } from '../style.ts';
import { ICON, siteHeader } from './page.ts';

/**
 * The header's style, and the site's colours in place of the reference's own, which reserves space for a header of this
 * height.
 */
const STYLE = `${HEADER_STYLE}
:root { --scalar-custom-header-height: 3.5rem }
body { margin: 0; background: var(--bg) }
@media (max-width: 56rem) { :root { --scalar-custom-header-height: 5.8125rem } }
`;

const THEME = `
.light-mode, .dark-mode {
  --scalar-font: var(--sans); --scalar-font-code: var(--mono);
  --scalar-radius: var(--radius); --scalar-radius-lg: var(--radius); --scalar-radius-xl: var(--radius-l);
  --scalar-heading-1: var(--t-2xl); --scalar-heading-2: var(--t-xl); --scalar-heading-3: var(--t-l);
  --scalar-color-1: var(--text); --scalar-color-2: var(--muted); --scalar-color-3: var(--muted); --scalar-color-accent: var(--accent);
  --scalar-background-1: var(--bg); --scalar-background-2: var(--sunk); --scalar-background-3: var(--hover); --scalar-background-accent: var(--accent-soft);
  --scalar-border-color: var(--line); --scalar-button-1: var(--accent); --scalar-button-1-color: var(--on-accent); --scalar-button-1-hover: var(--accent-hover);
  --scalar-color-green: var(--good); --scalar-color-red: var(--bad); --scalar-color-yellow: var(--warn); --scalar-color-orange: var(--x-num);
  --scalar-color-blue: var(--accent); --scalar-color-purple: var(--x-key);
  --scalar-sidebar-background-1: var(--bg); --scalar-sidebar-color-1: var(--text); --scalar-sidebar-color-2: var(--muted); --scalar-sidebar-color-active: var(--text);
  --scalar-sidebar-item-active-background: var(--accent-soft); --scalar-sidebar-border-color: var(--line);
}
/* The licences name its maker. */
a[href="https://www.scalar.com"] { display: none }
/* Sections get the focus from links, not from the keyboard. */
section:focus-visible { outline: none }
/* What is shown under the pointer alone, or drawn by a label, shows the focus, too. */
.code-copy:focus-visible { opacity: 1; outline: 2px solid var(--accent) }
label:has(.scalar-card-checkbox-input:focus-visible) { outline: 2px solid var(--accent) }
.endpoints:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px }
/* The arrows beside the groups of the menu. */
button.text-sidebar-c-2[aria-expanded] { min-width: 24px; min-height: 24px; padding: 4px }
`;

const NAMING = readFileSync(new URL('../scripts/reference.js', import.meta.url), 'utf8');

/**
 * The page over the OpenAPI document, to read and to try out. It loads nothing from, and sends nothing to, another
 * origin; it has no inline scripts.
 */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Lyceum</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON}" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
${siteHeader('/docs')}
<noscript>The reference needs JavaScript. The description itself is at <a href="/api/v4/openapi.json">/api/v4/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const configuration = {
  url: '/api/v4/openapi.json',
  theme: 'none',
  customCss: THEME,
  // Each operation has samples of its own.
  hiddenClients: true,
  hideSearch: true,
  hideDarkModeToggle: true,
  authentication: { preferredSecurityScheme: 'basic' },
  orderSchemaPropertiesBy: 'preserve',
  documentDownloadType: 'json',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  mcp: { disabled: true },
  agent: { disabled: true },
};

/**
 * Starts the reference. Credentials stay in the page; requests omit the browser's own, so that a 401 opens no browser
 * dialogue.
 */
export const referenceScript = `${NAMING}
Scalar.createApiReference('#reference', {
  ...${JSON.stringify(configuration)},
  customFetch: (input, init) => fetch(new Request(input, init), { credentials: 'omit' }),
});
`;
