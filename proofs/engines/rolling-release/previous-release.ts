import { execFileSync } from 'node:child_process';
import { readConfig } from '../../../platform/core/config/config.ts';
import { projectRoot } from '../../../test/support/process/program.ts';
import { testVariables } from '../../../test/support/test-variables.ts';

/** The release a rolling release starts from. */
export interface PreviousRelease {
  readonly commit: string;
  /** Its description. */
  readonly name: string;
}

/**
 * The previous release: the one RELEASE_BEFORE names, else the newest version tag before the checked-out commit, else
 * the commit before the newest migration, so that a migration runs under old code. Before the first release migrations
 * may be edited: databases of a commit before that cannot be migrated, so it is the commit that did so. Returns text
 * with the reason if there is none that can run.
 */
export function previousRelease(): PreviousRelease | string {
  const { RELEASE_BEFORE: named } = readConfig(testVariables, process.env);
  try {
    if (named !== undefined) return { commit: git('rev-parse', `${named}^{commit}`), name: named };
    if (git('rev-parse', '--is-shallow-repository') === 'true') return 'the clone is shallow (git fetch --unshallow)';
    const tag = git('tag', '--merged', 'HEAD^', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n')[0];
    if (tag) return { commit: git('rev-parse', `${tag}^{commit}`), name: tag };
    const newest = git('log', '-1', '--format=%H', '--', ...MIGRATIONS);
    const edited = git('diff', '--name-only', '--diff-filter=a', `${newest}^`, newest, '--', ...MIGRATIONS) !== '';
    const commit = git('rev-parse', edited ? newest : `${newest}^`);
    return { commit, name: `${commit.slice(0, 8)}, the commit ${edited ? 'of' : 'before'} the newest migration` };
  } catch (error) {
    return `git knows no release before this one: ${(error as Error).message.split('\n').at(-2) ?? error}`;
  }
}

const MIGRATIONS = ['services/*/store/migrations/*.sql', 'platform/data/migrations/*.sql'];

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
