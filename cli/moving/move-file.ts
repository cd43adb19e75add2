import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/** How far a move is. It lies beside the archive until the move is done. */
export interface MoveFile {
  readonly institutionId: string;
  /** The base address of the other installation. */
  readonly to: string;
  /** When the freeze ends under which the institution is copied; null if it does not end by itself. */
  readonly until: string | null;
  /** The key for what is encrypted in the archive. */
  readonly key: string;
  /** Of the archive, once it is whole. */
  readonly digest?: string;
}

const pathOf = (archive: string) => `${archive}.move`;

/** Undefined if no move was begun with this archive. */
export async function readMove(archive: string): Promise<MoveFile | undefined> {
  try {
    return JSON.parse(await readFile(pathOf(archive), 'utf8'));
  } catch {
    return undefined;
  }
}

export async function writeMove(archive: string, move: MoveFile): Promise<void> {
  await writeFile(`${pathOf(archive)}.new`, JSON.stringify(move), { mode: 0o600 });
  await rename(`${pathOf(archive)}.new`, pathOf(archive));
}

export async function removeMove(archive: string): Promise<void> {
  await rm(pathOf(archive), { force: true });
}
