import { execFile, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../process/program.ts';

/** An image's configuration for running it. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Labels?: Readonly<Record<string, string>>;
}

/** Builds images without a daemon, in its own storage: Debian's `buildah`, as root. */
export class Buildah {
  /** The options that name the storage, for podman as well. */
  readonly storage: readonly string[];
  /** Has the storage, and whatever is to go with it. */
  readonly folder: string;

  /** @param folder removed with everything in it, in the end */
  constructor(folder: string) {
    this.folder = folder;
    const at = (driver: string) => [
      '--storage-driver',
      driver,
      '--root',
      join(folder, 'root'),
      '--runroot',
      join(folder, 'run'),
    ];
    // With overlayfs each image layer is a folder of its own; without, a copy of everything below it.
    this.storage = spawnSync('buildah', [...at('overlay'), 'info']).status === 0 ? at('overlay') : at('vfs');
  }

  /** Creates an image from a folder's content, on top of another image. */
  async commitFolder(
    folder: string,
    name: string,
    env: Readonly<Record<string, string>>,
    base = 'scratch',
  ): Promise<void> {
    const container = await this.run('from', base);
    await this.run('add', '--quiet', container, folder, '/');
    const variables = Object.entries(env).flatMap((each) => ['--env', each.join('=')]);
    if (variables.length > 0) await this.run('config', ...variables, container);
    await this.run('commit', '--quiet', '--rm', container, `localhost/${name}`);
  }

  /** Builds a target of a Dockerfile, with the project as context. */
  async build(
    dockerfile: string,
    target: string,
    args: Readonly<Record<string, string>> = {},
    mounts: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const values = Object.entries(args).flatMap((each) => ['--build-arg', each.join('=')]);
    const volumes = Object.entries(mounts).flatMap(([mountPoint, source]) => ['--volume', `${source}:${mountPoint}`]);
    const what = ['--file', dockerfile, '--target', target, '--tag', `localhost/${target}`, projectRoot];
    await this.run(
      'build',
      '--quiet',
      '--isolation',
      'chroot',
      '--layers=false',
      '--pull-never',
      ...values,
      ...volumes,
      ...what,
    );
  }

  /** Creates a container from an image and returns the path of its root file system. */
  async mount(image: string): Promise<string> {
    return this.run('mount', await this.run('from', '--pull-never', `localhost/${image}`));
  }

  async configOf(image: string): Promise<ImageConfig> {
    return JSON.parse(await this.run('inspect', '--type', 'image', `localhost/${image}`)).OCIv1.config;
  }

  async remove(): Promise<void> {
    await this.run('rm', '--all');
    // overlayfs is mounted on itself, so that nothing mounted below it is seen outside.
    await promisify(execFile)('umount', ['--recursive', join(this.folder, 'root/overlay')]).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  async run(command: string, ...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('buildah', [...this.storage, command, ...args], {
      maxBuffer: 2 ** 24,
    });
    return stdout.trim();
  }
}
