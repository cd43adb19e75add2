import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check:proto`: lint and format of the contracts and of the multiplexer's frames, and an empty difference
 * between the generated code and what they generate.
 */
check(new URL('.', import.meta.url), 'gen', ['--path', 'lyceum', '--path', 'grpc']);
check(new URL('../libraries/grpc-mux/proto/', import.meta.url), '../gen');

/**
 * @param generated where the template in the folder writes code, from there
 * @param paths what is formatted, if not all
 */
function check(folder: URL, generated: string, paths: readonly string[] = []): void {
  const cwd = fileURLToPath(folder);
  // As deep as the folder, because a template may write beside its own.
  const fresh = mkdtempSync(join(tmpdir(), 'lyceum-proto-'));
  const output = join(fresh, 'proto');
  try {
    run(cwd, 'buf', ['lint']);
    run(cwd, 'buf', ['format', '--diff', '--exit-code', ...paths]);
    run(cwd, 'buf', ['generate', '--output', output]);
    run(
      cwd,
      'diff',
      ['--recursive', '--brief', join(output, generated), generated],
      'The generated code is not what the contracts generate: npm run proto:generate',
    );
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function run(cwd: string, command: string, args: readonly string[], onFailure?: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status === 0) return;
  process.stderr.write(`${error ? error.message : (onFailure ?? `${command} ${args.join(' ')} failed`)}\n`);
  process.exitCode = 1;
}
