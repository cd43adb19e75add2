import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../../cli/program.ts';
import { Terminal } from '../../../cli/terminal/terminal.ts';
import type { Environment } from '../../../platform/core/config/config.ts';
import { TEST_OPERATOR_TOKEN } from '../calls/test-identities.ts';
import { COMPILE_CACHE } from '../process/compile-cache.ts';

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** What the command reads from standard input; nothing by default. */
  readonly input?: string;
  /** Options for Node. If given, even empty, the command runs in a process of its own. */
  readonly nodeOptions?: readonly string[];
  /** The command line; that of operators by default. */
  readonly run?: typeof runCommandLine;
}

export interface CliAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

/**
 * Runs the command line as a shell would, but in this process, which saves its start; `nodeOptions` starts a separate
 * process.
 */
export function runCli(
  args: readonly string[],
  { environment = {}, input = '', nodeOptions, run = runCommandLine }: CliOptions = {},
): Promise<CliAnswer> {
  const whole = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN,
    ...environment,
  };
  return nodeOptions ? spawned(args, nodeOptions, whole, input) : here(run, args, whole, input);
}

async function here(
  run: typeof runCommandLine,
  args: readonly string[],
  environment: Environment,
  input: string,
): Promise<CliAnswer> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const terminal = new Terminal({ stdin: Readable.from([Buffer.from(input)]), stdout, stderr }, environment);
  const code = await run(args, { terminal, environment });
  stdout.end();
  stderr.end();
  return answerOf(code, ...(await written));
}

async function spawned(
  args: readonly string[],
  nodeOptions: readonly string[],
  environment: Environment,
  input: string,
): Promise<CliAnswer> {
  const child = spawn(process.execPath, [...nodeOptions, MAIN, ...args], { env: { ...COMPILE_CACHE, ...environment } });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return answerOf(code, stdout, stderr);
}

function answerOf(code: number, stdout: string, stderr: string): CliAnswer {
  return {
    code,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout);
    },
  };
}

const MAIN = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));
