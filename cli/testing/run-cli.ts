import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../../dev/testing/compile-cache.ts';
import { TEST_OPERATOR_TOKEN } from '../../dev/testing/test-identities.ts';

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** What the command reads from standard input; nothing by default. */
  readonly input?: string;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
}

export interface CliAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

/** Runs the command line in a process of its own, as a shell would. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliAnswer> {
  const { environment = {}, input = '', nodeOptions = [] } = options;
  const child = spawn(process.execPath, [...nodeOptions, MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN,
      ...COMPILE_CACHE,
      ...environment,
    },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {
    code,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout);
    },
  };
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
