import { PassThrough } from 'node:stream';
import { TEST_OPERATOR_TOKEN } from '../../dev/testing/test-identities.ts';
import { runCommandLine } from '../program.ts';
import { Terminal } from '../terminal/terminal.ts';
import type { CliAnswer } from './run-cli.ts';

/** Runs the command line in this process, as `runCli` does in one of its own: for commands that are about neither signals nor streams. */
export async function runInProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CliAnswer> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const own = { LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN, ...environment };
  const terminal = new Terminal({ stdin: new PassThrough(), stdout, stderr }, own);
  const code = await runCommandLine(args, { terminal, environment: own });
  const text = (stream: PassThrough) => String(stream.read() ?? '');
  const written = text(stdout);
  return {
    code,
    stdout: written,
    stderr: text(stderr),
    json: written.startsWith('{') ? JSON.parse(written) : undefined,
  };
}
