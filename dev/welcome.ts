import type { DemoCredentials } from './demo.ts';

interface Place {
  /** Under which clients reach the gateway. */
  readonly url: string;
  /** What a command line's environment must say to reach the services: `GRPC_PORT=9090`. */
  readonly commandLine: string;
  /** Where measures are shown. */
  readonly metrics: string;
  readonly demo: DemoCredentials | null;
}

/** What a newcomer needs to see once the platform runs. */
export function welcome({ url, commandLine, metrics, demo }: Place): string {
  const lines = [
    '',
    `Lyceum is ready at ${url}/api/v4`,
    `API reference:     ${url}/docs`,
    `Metrics:           ${metrics}`,
    `Command line:      ${commandLine} npm run --silent lyceum -- --help`,
  ];
  if (demo) {
    lines.push(
      `Demo credentials:  ${demo.clientId}:${demo.clientSecret}   (made just now; those of the last start stay valid)`,
      '',
      `  curl -u '${demo.clientId}:${demo.clientSecret}' '${url}/api/v4/users?limit=7'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
