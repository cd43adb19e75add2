/** The interactive page over the OpenAPI document. Nothing of it comes from, or goes to, another origin. */
export const docsPage = {
  /** The page itself: no script and no style inside. */
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lyceum API</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The description itself is at <a href="/api/v4/openapi.json">/api/v4/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`,

  /** Starts the reference. Credentials stay in the page; requests leave the browser's own out, so that a 401 opens no dialogue of its. */
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

  /** Styles are made by the script, as elements and attributes, so they cannot be told from foreign ones; all else is ours alone. */
  headers: {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
  },
};
