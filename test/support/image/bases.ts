import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, link, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../process/program.ts';
import type { Buildah } from './buildah.ts';
import { installDebianPackages } from './debian-files.ts';

const run = promisify(execFile);

/** Where the build finds npm's cache and certificates: mounted from the machine. */
const CACHE = '/npm-cache';
const CERTIFICATES = '/npm-certificates.pem';

/** The Dockerfile's base images, built here: Node from npm on this machine's Debian packages. */
export interface Bases {
  /** Build arguments. */
  readonly args: Readonly<Record<string, string>>;
  /** The machine's paths that npm needs, by their paths in the build. */
  readonly mounts: Readonly<Record<string, string>>;
}

/** Builds both bases, in folders below `folder`. */
export async function makeBases(buildah: Buildah, folder: string): Promise<Bases> {
  const [runtime, node] = [join(folder, 'runtime'), join(folder, 'node')];
  // The libraries Node is linked with.
  await installDebianPackages(runtime, ['libatomic1', 'libc6', 'libgcc-s1', 'libstdc++6']);
  await installNode(join(runtime, 'nodejs/bin/node'));
  await writeFile(
    join(runtime, 'etc/passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/:/sbin/nologin\n',
  );
  await buildah.commitFolder(runtime, 'base-runtime', {});

  // Added to the other base, which has the same Node and libraries: the shell, and the programs the Dockerfile calls.
  await installDebianPackages(node, ['dash', 'coreutils', 'findutils']);
  const { mounts, env } = await installNpm(node);
  await buildah.commitFolder(
    node,
    'base-node',
    { PATH: '/nodejs/bin:/usr/local/bin:/usr/bin:/bin', ...env },
    'base-runtime',
  );
  return { args: { NODE_IMAGE: 'localhost/base-node', RUNTIME_IMAGE: 'localhost/base-runtime' }, mounts };
}

async function installNode(path: string): Promise<void> {
  const node = await realpath(`${projectRoot}node_modules/.bin/node`);
  await mkdir(dirname(path), { recursive: true });
  await link(node, path).catch(() => copyFile(node, path));
}

/** This machine's npm with its configuration and its cached packages. */
async function installNpm(root: string): Promise<{ mounts: Record<string, string>; env: Record<string, string> }> {
  const npm = async (...args: string[]) => (await run('npm', args, { cwd: projectRoot })).stdout.trim();
  const [modules, settings] = [await npm('root', '--global'), JSON.parse(await npm('config', 'list', '--json'))];
  await cp(join(modules, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await mkdir(join(root, 'usr/local/bin'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));

  await mkdir(settings.cache, { recursive: true });
  const certificates = settings.cafile ?? process.env.NODE_EXTRA_CA_CERTS ?? '';
  const mounts = {
    [CACHE]: settings.cache,
    '/root/.npmrc': settings.userconfig,
    '/usr/local/etc/npmrc': settings.globalconfig,
    [CERTIFICATES]: certificates,
  };
  const env = {
    npm_config_registry: settings.registry,
    npm_config_cache: CACHE,
    npm_config_prefer_offline: 'true',
    npm_config_cafile: existsSync(certificates) ? CERTIFICATES : 'null',
  };
  return { mounts: Object.fromEntries(Object.entries(mounts).filter(([, source]) => existsSync(source))), env };
}
