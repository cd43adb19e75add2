import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run check:proto`: lint and format of the contracts, and an empty difference between the generated code and what they generate. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const fresh = mkdtempSync(join(tmpdir(), 'lyceum-proto-'));

try {
  run('buf', ['lint']);
  run('buf', ['format', '--diff', '--exit-code', '--path', 'lyceum', '--path', 'grpc']);
  run('buf', ['generate', '--output', fresh]);
  run(
    'diff',
    ['--recursive', '--brief', join(fresh, 'gen'), 'gen'],
    'The generated code is not what the contracts generate: npm run proto:generate',
  );
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

function run(command: string, args: readonly string[], onFailure = `${command} ${args.join(' ')} failed`): void {
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' });
  if (status === 0) return;
  process.stderr.write(`${error ? error.message : onFailure}\n`);
  process.exitCode = 1;
}
