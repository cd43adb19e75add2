import { siteHeader } from './page.ts';

/** The header, in the colours of the reference, which reserves space for a header of this height. */
const STYLE = `
:root { --scalar-custom-header-height: 3rem }
body { margin: 0 }
.site { position: sticky; top: 0; z-index: 100; box-sizing: border-box; height: 3rem; display: flex; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; padding: 0 1rem;
  font: 14px/1.5 system-ui, sans-serif; background: var(--scalar-background-1, #fff); color: var(--scalar-color-1, #1b1f24); border-bottom: 1px solid var(--scalar-border-color, #d8dee4) }
.site nav { display: flex; gap: 1rem }
.site a { color: inherit }
.site form { display: flex; gap: .5rem; min-width: 0; flex: 0 1 22rem }
.site input { flex: 1; min-width: 0 }
.site input, .site button { font: inherit; color: inherit; background: var(--scalar-background-2, #f3f5f7); border: 1px solid var(--scalar-border-color, #d8dee4); border-radius: .3rem; padding: .1rem .5rem }
@media (max-width: 40rem) {
  :root { --scalar-custom-header-height: 5rem }
  .site { height: 5rem; flex-wrap: wrap; align-content: center; gap: .35rem 1rem }
  .site form { flex: 1 1 100% }
}
`;

/** The interactive page over the OpenAPI document. It loads nothing from, and sends nothing to, another origin. */
export const docsPage = {
  /** The page itself, without inline scripts. */
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lyceum API</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
${siteHeader()}
<noscript>The reference needs JavaScript. The description itself is at <a href="/api/v4/openapi.json">/api/v4/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`,

  /** Starts the reference. Credentials stay in the page; requests omit the browser's own, so that a 401 opens no browser dialogue. */
  startScript(documentUrl: string): string {
    const configuration = {
      url: documentUrl,
      theme: 'default',
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
    return `Scalar.createApiReference('#reference', {
  ...${JSON.stringify(configuration)},
  customFetch: (input, init) => fetch(new Request(input, init), { credentials: 'omit' }),
});
`;
  },

  /**
   * The script creates styles as elements and attributes, so inline styles must be allowed; everything else comes from this origin only.
   */
  headers: {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
  },
};
