import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { projectRoot } from './process/program.ts';

/** The project as a commit of a repository of its own, with the public key of those who release it. */
export class ReleaseClone {
  static readonly keys = generateKeyPairSync('ed25519');
  readonly #parent: string;
  readonly path: string;

  /** @param from the clone whose commit this one has; without it, the files as they are now become a commit */
  constructor({ parent = tmpdir(), from }: { readonly parent?: string; readonly from?: ReleaseClone } = {}) {
    this.#parent = mkdtempSync(join(parent, 'lyceum-release-'));
    this.path = join(this.#parent, 'clone');
    if (from) git(this.#parent, 'clone', '--quiet', from.path, this.path);
    else this.#copyProject();
    symlinkSync(join(projectRoot, 'node_modules'), join(this.path, 'node_modules'));
    writeFileSync(join(this.path, '.git/info/exclude'), 'node_modules\n');
  }

  get keyFile(): string {
    return join(this.path, 'release-key.pem');
  }

  get dist(): string {
    return join(this.path, 'dist');
  }

  /** Runs `npm run release` with these variables, and with the key unless they say otherwise. */
  release(
    { umask = '022', ...environment }: Readonly<Record<string, string>> = {},
    option = '',
  ): SpawnSyncReturns<string> {
    const { PATH = '', HOME = '' } = process.env;
    const command = `umask ${umask}; exec node_modules/.bin/node --disable-warning=ExperimentalWarning dev/release/main.ts ${option}`;
    const env = { PATH, HOME, RELEASE_SIGNING_KEY: pemOf(ReleaseClone.keys.privateKey), ...environment };
    return spawnSync('sh', ['-c', command], { cwd: this.path, encoding: 'utf8', env });
  }

  commit(): void {
    git(this.path, 'add', '--all');
    git(this.path, 'commit', '--quiet', '--message', 'Release');
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }

  #copyProject(): void {
    const listed = git(projectRoot, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate');
    for (const path of listed.split('\0').filter(Boolean))
      cpSync(join(projectRoot, path), join(this.path, path), { recursive: true });
    writeFileSync(this.keyFile, pemOf(ReleaseClone.keys.publicKey));
    git(this.path, 'init', '--quiet');
    this.commit();
  }
}

export function pemOf(key: KeyObject): string {
  return key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
}

/** The paths of all files below a folder. */
export function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
}

function git(cwd: string, ...args: readonly string[]): string {
  const own = ['-c', 'user.name=Ada', '-c', 'user.email=ada@school.example'];
  return execFileSync('git', [...own, ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
}
