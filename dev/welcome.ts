import type { DemoCredentials } from './demo.ts';

interface WelcomeOptions {
  /** The URL of the gateway for clients. */
  readonly url: string;
  readonly consoleUrl: string;
  /** The lines that set the variables of the command line. */
  readonly exports: readonly string[];
  /** Lines with the addresses of its parts. */
  readonly parts: readonly string[];
  readonly demo: DemoCredentials | null;
}

/**
 * The text for a new user once the platform is running: lines of up to 80 columns, and commands to copy on lines of
 * their own.
 */
export function welcome({ url, consoleUrl, exports, parts, demo }: WelcomeOptions): string {
  const lines = [
    '',
    `Lyceum is ready at ${url}/api/v4`,
    `Start page:        ${url}/`,
    `Guides:            ${url}/docs/guides`,
    `API reference:     ${url}/docs`,
    `Console:           ${consoleUrl}`,
    ...parts,
    '',
    'Command line:',
    ...(demo ? [] : exports),
    '  npm run --silent lyceum -- --help',
  ];
  if (demo) {
    lines.push(
      '',
      'Demo credentials:',
      ...exports,
      `  export LYCEUM_URL=${url}`,
      `  export LYCEUM_CLIENT_ID=${demo.clientId}`,
      `  export LYCEUM_CLIENT_SECRET=${demo.clientSecret}`,
      '  curl -u "$LYCEUM_CLIENT_ID:$LYCEUM_CLIENT_SECRET" \\',
      '    "$LYCEUM_URL/api/v4/users?limit=7"',
    );
    if (demo.link !== null) lines.push('', 'Its console, once within 15 minutes:', demo.link);
  }
  return `${lines.join('\n')}\n\n`;
}
