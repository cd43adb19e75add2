import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Manifest } from '../../platform/data/archive/manifest.ts';

/** How far an archive is that is being written, and what it will be. It lies beside the archive until that is whole. */
export interface Progress {
  readonly manifest: Manifest;
  /** The id of the key for what is encrypted. */
  readonly keyId: string | null;
  /** When the freeze under which it is exact ends, and whether it ends with the export. */
  readonly frozen: { readonly until: string | null; readonly isOwn: boolean } | null;
  /** How many bytes of the archive count. */
  readonly end: number;
}

const pathOf = (out: string) => `${out}.unfinished`;

/** Undefined if no archive was begun there, or it is whole. */
export async function readProgress(out: string): Promise<Progress | undefined> {
  try {
    return JSON.parse(await readFile(pathOf(out), 'utf8'));
  } catch {
    return undefined;
  }
}

export async function writeProgress(out: string, progress: Progress): Promise<void> {
  await writeFile(`${pathOf(out)}.new`, JSON.stringify(progress), { mode: 0o600 });
  await rename(`${pathOf(out)}.new`, pathOf(out));
}

export async function removeProgress(out: string): Promise<void> {
  await rm(pathOf(out), { force: true });
}
