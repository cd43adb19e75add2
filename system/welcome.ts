import type { DemoCredentials } from './demo.ts';

/** What a newcomer needs to see once the platform runs. */
export function welcome({ url, demo }: { readonly url: string; readonly demo: DemoCredentials | null }): string {
  const lines = ['', `Lyceum is ready at ${url}/api/v4`, `API reference:     ${url}/docs`];
  if (demo) {
    lines.push(
      `Demo credentials:  ${demo.clientId}:${demo.clientSecret}   (made just now; earlier ones stay valid)`,
      '',
      `  curl -u '${demo.clientId}:${demo.clientSecret}' '${url}/api/v4/users?limit=7'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
