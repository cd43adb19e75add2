import { isIP } from 'node:net';
import { DEFAULT_LANGUAGE, LANGUAGES, SPOKEN } from '../languages/names.ts';
import { tlsVariables } from '../platform/calls/tls.ts';
import type { Variable } from '../platform/core/config/config.ts';
import { oneOf, port, text, url } from '../platform/core/config/variables.ts';
import { metricsVariables } from '../platform/observability/metrics/metrics-server.ts';
import { peerVariables } from '../platform/process/peers.ts';

/** The services that the console calls. */
export const CONSOLE_PEERS = [
  'directory',
  'identity',
  'scheduling',
  'curricula',
  'locations',
  'timetracking',
  'webhooks',
  'activity',
] as const;

/** The variables of the console, in whatever process it runs. */
export const consoleVariables = {
  CONSOLE_TRUSTED_PROXIES: {
    description:
      "addresses or networks of the proxies before the console whose X-Forwarded-For tells the browser's address",
    fallback: '',
    allowed: 'addresses or networks such as 10.0.0.0/8, several with commas',
    parse: parseProxies,
  } as Variable<readonly string[]>,
  CONSOLE_LANGUAGES: {
    description: 'languages that people can choose in the console; en-XA shows what was not translated',
    fallback: LANGUAGES.join(','),
    allowed: 'names of folders in languages/, with commas',
    parse: parseLanguages,
  } as Variable<readonly string[]>,
};

/** All variables of the console when it runs as a separate process. */
export const consoleProcessVariables = {
  CONSOLE_HOST: text({ description: 'address the console listens on', fallback: '0.0.0.0' }),
  CONSOLE_PORT: port({ description: 'port the console listens on', fallback: '8081' }),
  CONSOLE_URL: url(['http', 'https'], {
    description:
      'public URL of the console, as browsers use it: https://console.example.org/console; http only on a loopback address',
  }),
  PUBLIC_URL: url(['http', 'https'], { description: 'public URL of the gateway, as clients use it' }),
  ...consoleVariables,
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    description: 'lowest level that is logged',
    fallback: 'info',
  }),
  LOG_REQUESTS: oneOf(['0', '1'], { description: '1: log one line per request', fallback: '1' }),
  ...peerVariables(CONSOLE_PEERS),
  ...tlsVariables,
  ...metricsVariables,
};

/** How long the console may take to shut down, in milliseconds. */
export const GRACE_MS = 15_000;

function parseProxies(value: string): string[] {
  const proxies = value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  for (const proxy of proxies) {
    const [address = '', bits = '0', ...rest] = proxy.split('/');
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || rest.length > 0)
      throw new Error('must be addresses or networks, separated by commas');
  }
  return proxies;
}

function parseLanguages(value: string): string[] {
  const tags = value.split(',').map((each) => each.trim());
  if (!tags.every((tag) => SPOKEN.includes(tag)) || !tags.includes(DEFAULT_LANGUAGE))
    throw new Error(`must be of ${SPOKEN.join(', ')}, and ${DEFAULT_LANGUAGE} among them`);
  return tags;
}
