import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A file in an archive, in parts. */
export interface ZippedFile {
  readonly name: string;
  readonly parts: AsyncIterable<string>;
}

/** A ZIP archive, made as fast as it is read: no file of it is ever whole in memory. @param at in epoch milliseconds */
export async function* zipOf(files: readonly ZippedFile[], at: number): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part);
  });
  for (const { name, parts } of files) {
    const file = new ZipDeflate(name);
    file.mtime = at;
    archive.add(file);
    for await (const part of parts) {
      file.push(strToU8(part));
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  archive.end();
  yield* ready.splice(0);
}
