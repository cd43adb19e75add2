import { spawnSync } from 'node:child_process';
import { readPage, scriptsOf } from '../../../test/support/docs/shell.ts';
import { projectRoot } from '../../../test/support/process/program.ts';

/** The values of Secrets, by namespace and name (`lyceum/lyceum-cursor-keys`), then by key. */
export type Secrets = Map<string, Record<string, string>>;

/** `kubectl` as far as the page uses it: it writes down its arguments, and answers with the certificate. */
const KUBECTL = `kubectl() {
  { printf '%s\\0' "$@"; printf '\\n\\0'; } >&3
  case " $* " in *' get secret '*) printf %s "$CA" | base64 --wrap=0 ;; esac
}
`;

/**
 * The Secrets that a reader of docs/deployment.md makes with its commands, for a cluster without TLS at NATS.
 * @param ca the certificate of the databases' authority, PEM
 */
export function documentedSecrets(ca: string): Secrets {
  const secrets: Secrets = new Map();
  const scripts = scriptsOf(readPage('deployment'), []);
  for (const command of ['create secret generic lyceum-cursor-keys', 'patch secret "lyceum-$service-db"']) {
    const found = scripts.filter((script) => script.includes(command));
    if (found.length !== 1) throw new Error(`docs/deployment.md has ${found.length} scripts with ${command}, not one`);
    for (const args of run(found[0]?.replace('url="tls://', 'url="nats://') ?? '', ca)) apply(args, secrets);
  }
  return secrets;
}

/** The arguments of each `kubectl` that a script starts. */
function run(script: string, ca: string): string[][] {
  const env = { PATH: process.env.PATH, HOME: '/', CA: ca };
  const { status, output } = spawnSync('bash', ['--norc', '-euc', KUBECTL + script], {
    ...{ cwd: projectRoot, env, encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, , faults, log = ''] = output;
  if (status !== 0) throw new Error(`the script of docs/deployment.md ended with ${status}: ${faults}`);
  const commands = log?.split('\0\n\0').slice(0, -1) ?? [];
  return commands.map((command) => command.split('\0'));
}

function apply(args: readonly string[], secrets: Secrets): void {
  const name = (at: number) => `${args[args.indexOf('-n') + 1]}/${args[args.indexOf('secret') + at]}`;
  if (args.includes('create') && args.includes('secret')) {
    const values = args.filter((_, at) => args[at - 1] === '--from-literal').map((each) => each.split(/=(.*)/s));
    secrets.set(name(2), Object.fromEntries(values));
  } else if (args.includes('patch')) {
    const { data } = JSON.parse(args[args.indexOf('--patch') + 1] ?? '') as { data: Record<string, string> };
    for (const [key, value] of Object.entries(data))
      Object.assign(secrets.get(name(1)) ?? {}, { [key]: Buffer.from(value, 'base64').toString() });
  }
}
