import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { present } from '../../platform/core/present.ts';
import { StartError } from '../../platform/core/start-error.ts';
import type { TarFile } from '../../site/clients/tar.ts';

/** The commit that is checked out, with its files as they are stored: no setting of the working tree changes them. */
export class Commit {
  readonly id: string;
  /** In seconds since 1970. */
  readonly time: number;
  readonly #entries: ReadonlyMap<string, { readonly object: string; readonly isExecutable: boolean }>;

  /** @throws StartError if the working tree is not as the commit: what is released must be found again */
  constructor() {
    const [first] = git(['status', '--porcelain', '--untracked-files=all']).toString().split('\n');
    if (first) throw new StartError(`The working tree has changes (${first}). Commit or remove them first.`);
    const [id = '', time] = git(['log', '-1', '--format=%H %ct']).toString().trim().split(' ');
    this.id = id;
    this.time = Number(time);
    const entries = git(['ls-tree', '-r', '-z', '--full-tree', id]).toString().matchAll(ENTRY);
    this.#entries = new Map(
      [...entries].map(([, mode, object = '', path = '']) => [path, { object, isExecutable: mode === '100755' }]),
    );
  }

  /** Its time, as documents state it. */
  get instant(): string {
    return Temporal.Instant.fromEpochMilliseconds(this.time * 1_000).toString();
  }

  get paths(): string[] {
    return [...this.#entries.keys()];
  }

  /** These files, by their paths. */
  files(paths: readonly string[]): TarFile[] {
    const entries = paths.map((name) => ({ name, ...present(this.#entries.get(name), name) }));
    const output = git(['cat-file', '--batch'], entries.map(({ object }) => `${object}\n`).join(''));
    let at = 0;
    return entries.map(({ name, isExecutable }) => {
      const start = output.indexOf('\n', at) + 1;
      const size = Number(output.toString('latin1', at, start).split(' ')[2]);
      at = start + size + 1;
      return { name, content: output.subarray(start, start + size), isExecutable };
    });
  }
}

const ENTRY = /(\d+) blob ([0-9a-f]+)\t([^\0]+)\0/g;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function git(args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['--no-replace-objects', ...args], { cwd: ROOT, input, maxBuffer: 2 ** 30 });
}
