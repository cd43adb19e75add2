import { hash } from 'node:crypto';

/** A page of text: light or dark as the reader's device is, without scripts, and with nothing from anywhere else. */
export function pageOf({ title, body }: { readonly title: string; readonly body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** A text of ours, in which backquotes mark code. */
export function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

const STYLE = `
:root { --text: #1b1f24; --quiet: #57606a; --line: #d8dee4; --back: #fff; --link: #0a58ca }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --quiet: #a0a8b2; --line: #33383f; --back: #0f1113; --link: #7db4ff }
}
body { font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 42rem; margin: 2.5rem auto; padding: 0 1rem; overflow-wrap: break-word }
a { color: var(--link) }
h1 { line-height: 1.2 }
h2 { margin: 2rem 0 .25rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.15rem }
p { margin: .5rem 0 }
code { font-size: .92em }
dt { margin-top: 1rem; font-weight: 600 }
dd { margin: 0 }
nav, .quiet { color: var(--quiet); font-size: .92em }
`;

/** The page's own style is known by its hash; everything else is forbidden. */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};
