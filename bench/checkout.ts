import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The source of another commit. */
export interface Checkout {
  readonly folder: string;
  remove(): Promise<void>;
}

const HERE = fileURLToPath(new URL('..', import.meta.url));

/** The commit of this source, with `-dirty` behind it if files have changed since. */
export function head(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: HERE, encoding: 'utf8' }).trim();
}

/** Checks out a commit into a temporary folder, with the packages installed here; those of the commit may differ. */
export async function checkOut(ref: string): Promise<Checkout> {
  const parent = await mkdtemp(join(tmpdir(), 'lyceum-bench-'));
  const folder = join(parent, 'checkout');
  git('worktree', 'add', '--quiet', '--detach', folder, ref);
  await symlink(join(HERE, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    async remove() {
      git('worktree', 'remove', '--force', folder);
      await rm(parent, { recursive: true, force: true });
    },
  };
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: HERE, stdio: ['ignore', 'ignore', 'inherit'] });
}
