import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkout, checkOut } from '../../../bench/checkout.ts';
import { readConfig } from '../../../platform/core/config/config.ts';
import { projectRoot } from '../../../test/support/process/program.ts';
import { testVariables } from '../../../test/support/test-variables.ts';

const MIGRATIONS = ['services/*/store/migrations/*.sql', 'platform/data/migrations/*.sql'];

/** The source of the previous release, with the packages that it needs, and its description. */
export async function previousRelease(): Promise<Checkout & { readonly name: string }> {
  const { commit, name } = findRelease();
  const checkout = await checkOut(commit);
  const [ours, theirs] = [projectRoot, checkout.folder].map(
    (root): Record<string, string> => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies,
  );
  if (Object.entries(theirs ?? {}).some(([name, version]) => ours?.[name] !== version)) {
    // The packages of this release are linked there.
    rmSync(join(checkout.folder, 'node_modules'));
    const options = ['--omit=dev', '--omit=optional', '--ignore-scripts'];
    try {
      execFileSync('npm', ['ci', ...options], { cwd: checkout.folder, stdio: 'pipe' });
    } catch (error) {
      await checkout.remove();
      throw error;
    }
  }
  return { ...checkout, name };
}

/**
 * The one that RELEASE_BEFORE names, else the newest version tag before the checked-out commit, else the commit before
 * the newest migration, so that a migration runs under old code. Before the first release migrations may be edited:
 * databases of a commit before that cannot be migrated, so it is the commit that did so.
 */
function findRelease(): { readonly commit: string; readonly name: string } {
  const { RELEASE_BEFORE: named } = readConfig(testVariables, process.env);
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    throw new Error('the clone is shallow (git fetch --unshallow)');
  const tag = named ?? git('tag', '--merged', 'HEAD^', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n')[0];
  if (tag) return { commit: git('rev-parse', `${tag}^{commit}`), name: tag };
  const newest = git('log', '-1', '--format=%H', '--', ...MIGRATIONS);
  const edited = git('diff', '--name-only', '--diff-filter=a', `${newest}^`, newest, '--', ...MIGRATIONS) !== '';
  return { commit: git('rev-parse', edited ? newest : `${newest}^`), name: 'the newest migration' };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
