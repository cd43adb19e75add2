import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../process/program.ts';
import { makeBases } from './bases.ts';
import { Buildah, type ImageConfig } from './buildah.ts';

const DOCKERFILE = `${projectRoot}deploy/Dockerfile`;
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Why images cannot be built here, and how to change that. */
export function whyNotBuilt(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root';
  if (!has('dpkg-query')) return 'the base images are made of a Debian system’s packages, and this is none';
  return has('buildah') ? undefined : 'install the Debian package buildah';
}

interface Built {
  readonly root: string;
  readonly config: ImageConfig;
}

/** The images of `deploy/Dockerfile`, built. */
export class BuiltImages {
  readonly buildah: Buildah;
  readonly #images: ReadonlyMap<string, Built>;

  private constructor(buildah: Buildah, images: ReadonlyMap<string, Built>) {
    this.buildah = buildah;
    this.#images = images;
  }

  static async build(targets: readonly string[]): Promise<BuiltImages> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-images-'));
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

  async remove(): Promise<void> {
    await this.buildah.remove();
  }

  #get(target: string): Built {
    const built = this.#images.get(target);
    if (!built) throw new Error(`There is no image ${target}.`);
    return built;
  }
}

/**
 * Builds each stage of the Dockerfile once, as an image of its name that later stages find: a build of a target alone
 * would build the stages below it again.
 */
async function buildAll(buildah: Buildah, folder: string, targets: readonly string[]): Promise<Map<string, Built>> {
  const { args, mounts } = await makeBases(buildah, folder);
  const [head = '', ...stages] = (await readFile(DOCKERFILE, 'utf8')).split(/^(?=FROM )/m);
  const build = async (text: string) => {
    const [, name = ''] = /^FROM \S+ AS (\w+)$/m.exec(text) ?? [];
    const file = join(folder, `${name}.Dockerfile`);
    await writeFile(file, head + text);
    await buildah.build(file, name, args, mounts);
  };
  const isTarget = (text: string) => targets.some((target) => text.startsWith(`FROM runtime AS ${target}\n`));
  for (const text of stages.filter((each) => !isTarget(each))) await build(text);
  await Promise.all(stages.filter(isTarget).map(build));
  const images = targets.map(async (target) => {
    const [root, config] = await Promise.all([buildah.mount(target), buildah.configOf(target)]);
    return [target, { root, config }] as const;
  });
  return new Map(await Promise.all(images));
}
