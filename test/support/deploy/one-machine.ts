import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { consoleProcessVariables } from '../../../console/config.ts';
import { services } from '../../../deploy/installation/services.ts';
import { gatewayProcessVariablesFor } from '../../../gateway/config.ts';
import { lyceumVariablesFor } from '../../../one-process/config.ts';
import { type Environment, readConfig, type Variables } from '../../../platform/core/config/config.ts';
import { serviceVariablesFor } from '../../../platform/process/process.ts';
import { projectRoot } from '../process/program.ts';

/** The processes of an installation. */
export const PROCESSES = [...services.map(({ name }) => name), 'gateway', 'console'];

/** Those with a file of secrets: the console needs none. */
export const WITH_SECRETS = PROCESSES.filter((name) => name !== 'console');

/** The variables of a file in `deploy/`: `NAME=value`, a line each. */
export function readVariables(path: string): Record<string, string> {
  return variablesOf(readFileSync(`${projectRoot}deploy/${path}`, 'utf8'));
}

/** Variables as a file has them. */
export function variablesOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
}

/**
 * What `make-secrets.sh` makes for separate processes, by file name.
 * @param before called with the folder before the script runs
 */
export function makeSecrets(
  postgres: string,
  nats: string,
  before: (folder: string) => void = () => undefined,
): (file: string) => Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-secrets-'));
  try {
    const made = join(folder, 'secrets');
    before(made);
    runMakeSecrets(made, postgres, nats);
    const files = new Map(
      readdirSync(made).map((name) => [
        name.replace(/\.env$/, ''),
        variablesOf(readFileSync(join(made, name), 'utf8')),
      ]),
    );
    return (file) => files.get(file) ?? {};
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the script. Throws if it fails. */
export function runMakeSecrets(...args: readonly string[]): void {
  execFileSync('sh', [`${projectRoot}deploy/one-machine/make-secrets.sh`, ...args], { stdio: 'pipe' });
}

/**
 * Expects that a process starts with this environment, according to its declarations, and that no variable is unused.
 */
export function expectToConfigure(name: string, environment: Environment): void {
  const variables = declaredBy(name, environment);
  readConfig(variables, environment);
  const unknown = Object.keys(environment).filter((each) => !(each in variables) && !OF_ALL.test(each));
  expect(unknown).toEqual([]);
}

function declaredBy(name: string, environment: Environment): Variables {
  if (name === 'console') return consoleProcessVariables;
  if (name === 'lyceum') return lyceumVariablesFor(environment);
  const definition = services.find((each) => each.name === name);
  return definition ? serviceVariablesFor(definition, environment) : gatewayProcessVariablesFor(environment);
}

/** Node's own variables; and addresses, because a file shared by all processes has more than each one reads. */
const OF_ALL =
  /^(NODE_ENV|NODE_OPTIONS|GRPC_HOST|(DIRECTORY|IDENTITY|SCHEDULING|CURRICULA|LOCATIONS|TIMETRACKING|WEBHOOKS|ACTIVITY)_URL)$/;
