import type { DemoCredentials } from './demo.ts';

interface WelcomeOptions {
  /** Under which clients reach the gateway. */
  readonly url: string;
  /** What a command line's environment must say to reach the services. */
  readonly commandLine: Readonly<Record<string, string | number>>;
  /** Where its parts listen, in lines. */
  readonly parts: readonly string[];
  readonly demo: DemoCredentials | null;
}

/** What a newcomer needs to see once the platform runs: lines of 80 columns, and whatever is to be copied on lines of its own. */
export function welcome({ url, commandLine, parts, demo }: WelcomeOptions): string {
  const lines = [
    '',
    `Lyceum is ready at ${url}/api/v4`,
    `API reference:     ${url}/docs`,
    ...parts,
    '',
    'Command line:',
    ...Object.entries(commandLine).map(([name, value]) => `  export ${name}=${value}`),
    '  npm run --silent lyceum -- --help',
  ];
  if (demo) {
    lines.push(
      '',
      'Demo credentials, made just now (those of the last start stay valid):',
      `  LYCEUM='${demo.clientId}:${demo.clientSecret}'`,
      `  curl -u "$LYCEUM" '${url}/api/v4/users?limit=7'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
