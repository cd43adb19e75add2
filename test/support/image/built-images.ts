import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../process/program.ts';
import { makeBases } from './bases.ts';
import { Buildah, type ImageConfig } from './buildah.ts';
import { Sandboxed } from './sandbox.ts';

const DOCKERFILE = `${projectRoot}deploy/Dockerfile`;
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Why images cannot be built here, and how to change that. */
export function whyNotBuilt(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root';
  if (!has('dpkg-query')) return 'the base images are made of a Debian system’s packages, and this is none';
  if (!has('buildah')) return 'install the Debian package buildah';
  return Sandboxed.isPossible ? undefined : 'the kernel lets no process have a root of its own';
}

interface Built {
  readonly root: string;
  readonly config: ImageConfig;
}

/** The images of `deploy/Dockerfile`, built, and their processes. */
export class BuiltImages {
  readonly #buildah: Buildah;
  readonly #images: ReadonlyMap<string, Built>;

  private constructor(buildah: Buildah, images: ReadonlyMap<string, Built>) {
    this.#buildah = buildah;
    this.#images = images;
  }

  static async build(targets: readonly string[]): Promise<BuiltImages> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-images-'));
    // The programs' user must be able to traverse it to its root.
    await chmod(folder, 0o755);
    const buildah = new Buildah(folder);
    try {
      return new BuiltImages(buildah, await buildAll(buildah, folder, targets));
    } catch (error) {
      await buildah.remove();
      throw error;
    }
  }

  /** The root file system of a target's image. */
  rootOf(target: string): string {
    return this.#get(target).root;
  }

  configOf(target: string): ImageConfig {
    return this.#get(target).config;
  }

  /**
   * Runs an image's entry point with its environment and user.
   * @param secrets the folder mounted as /secrets
   */
  spawn(target: string, args: readonly string[], env: Readonly<Record<string, string>>, secrets: string): Sandboxed {
    const { root, config } = this.#get(target);
    const own = Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2)));
    return Sandboxed.spawn(
      { root, secrets, user: config.User, directory: config.WorkingDir, stopSignal: config.StopSignal },
      [...config.Entrypoint, ...args],
      { ...own, ...env },
    );
  }

  async remove(): Promise<void> {
    await this.#buildah.remove();
  }

  #get(target: string): Built {
    const built = this.#images.get(target);
    if (!built) throw new Error(`There is no image ${target}.`);
    return built;
  }
}

async function buildAll(buildah: Buildah, folder: string, targets: readonly string[]): Promise<Map<string, Built>> {
  const { args, mounts } = await makeBases(buildah, folder);
  await buildah.build(DOCKERFILE, 'runtime', args, mounts);
  // The stages above `runtime`, unchanged, on the image of that name: building each separately would scan all layers
  // below it again.
  const stages = join(folder, 'Dockerfile');
  await writeFile(stages, (await readFile(DOCKERFILE, 'utf8')).replace(/^.*?(?=^FROM runtime AS )/ms, ''));
  const images = targets.map(async (target) => {
    await buildah.build(stages, target);
    const [root, config] = await Promise.all([buildah.mount(target), buildah.configOf(target)]);
    // Mount points for what the container runtime provides.
    for (const directory of ['proc', 'secrets']) await mkdir(join(root, directory), { recursive: true });
    return [target, { root, config }] as const;
  });
  return new Map(await Promise.all(images));
}
