import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './process/program.ts';

const run = promisify(execFile);

/** The project like a fresh clone with its packages: the current files, not data, history or what is built. */
export class ProjectCopy {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(parent: string): Promise<ProjectCopy> {
    const path = await mkdtemp(join(parent, 'lyceum-clone-'));
    // Programs that tests start as another user read it.
    await chmod(path, 0o755);
    await cp(projectRoot, path, {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(relative(projectRoot, source)),
    });
    await copyPackages(join(path, 'node_modules'));
    return new ProjectCopy(path);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

const LEFT_OUT = new Set(['.git', '.data', 'node_modules', 'site/dist']);

/** Hundreds of megabytes: hard-linked if both directories are on the same disk. */
async function copyPackages(target: string): Promise<void> {
  const source = await realpath(join(projectRoot, 'node_modules'));
  await run('cp', ['-al', source, target]).catch(async () => {
    await rm(target, { recursive: true, force: true });
    await run('cp', ['-a', source, target]);
  });
}
