import { END, header, paddingOf } from '../../platform/data/archive/tar-member.ts';

/** A file in a tar. */
export interface TarFile {
  /** Its path, 100 bytes at most. */
  readonly name: string;
  readonly content: Uint8Array;
  readonly isExecutable?: boolean;
}

/**
 * A tar of files that everybody may read: the same files give the same bytes, in whatever order they come.
 * @param mtime the time of all files, in seconds since 1970
 */
export function tarOf(files: readonly TarFile[], mtime = 0): Buffer {
  const members = files
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, content, isExecutable }) => {
      if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`${name} is too long for a tar.`);
      const mode = isExecutable ? 0o755 : 0o644;
      return [header(name, content.length, '0', { mode, mtime }), content, Buffer.alloc(paddingOf(content.length))];
    });
  return Buffer.concat([...members, END]);
}

const MAX_NAME_BYTES = 100;
