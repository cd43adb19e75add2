import { execFile } from 'node:child_process';
import { chmod, copyFile, link, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../support/program.ts';
import { Dockerfile } from './dockerfile.ts';
import { imageFiles } from './image-files.ts';
import { installProductionPackages } from './production-packages.ts';
import { Sandboxed } from './sandbox.ts';

const run = promisify(execFile);

/**
 * The content of the images, built without Docker: for each target what its COPY lines take, above the one folder of packages that all of them
 * have, after what the Dockerfile does to it.
 */
export class ImageTrees {
  readonly path: string;
  readonly #dockerfile: Dockerfile;

  private constructor(path: string, dockerfile: Dockerfile) {
    this.path = path;
    this.#dockerfile = dockerfile;
  }

  static async make(): Promise<ImageTrees> {
    const dockerfile = Dockerfile.read();
    const path = await mkdtemp(join(tmpdir(), 'lyceum-images-'));
    // The user that the programs run as reads what is another's.
    await chmod(path, 0o755);
    await installProductionPackages(path);
    const [, ...treatments] = dockerfile.all('packages', 'RUN');
    for (const command of treatments) await run('sh', ['-c', command], { cwd: path });
    for (const target of dockerfile.targets) {
      for (const [place, source] of imageFiles(dockerfile, target)) {
        const file = join(path, target, place);
        await mkdir(dirname(file), { recursive: true });
        await copyFile(projectRoot + source, file);
      }
    }
    await placeNode(join(path, 'node'));
    return new ImageTrees(path, dockerfile);
  }

  /** Runs an image's entry, in its own tree and with its own environment. */
  spawn(target: string, args: readonly string[], env: Readonly<Record<string, string>>): Sandboxed {
    const [, ...entry] = this.#dockerfile.entryOf(target);
    const all = { ...this.#dockerfile.environmentOf(target), ...env };
    return Sandboxed.spawn(join(this.path, 'node'), [...entry, ...args], all, join(this.path, target));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** The project's own may stand where nobody else may look. */
async function placeNode(place: string): Promise<void> {
  const node = await realpath(`${projectRoot}node_modules/.bin/node`);
  await link(node, place).catch(() => copyFile(node, place));
  await chmod(place, 0o755);
}
