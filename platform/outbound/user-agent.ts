import packageJson from '../../package.json' with { type: 'json' };

/** How a part of the platform names itself to those it sends to: `Lyceum-Webhooks/4.3`. */
export function userAgentOf(part: 'Audit' | 'Webhooks'): string {
  return `Lyceum-${part}/${packageJson.version.split('.', 2).join('.')}`;
}
