/** Bytes of an answer that are read at most. */
const READ_AT_MOST = 64 * 1024;
/** Bytes of an answer that are kept. */
const BYTES_AT_MOST = 1024;

/** Reads the body of an answer, 64 KiB at most, and returns its first 1 KiB as text. Throws what the body throws. */
export async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < BYTES_AT_MOST) chunks.push(chunk.subarray(0, BYTES_AT_MOST - read));
    read += chunk.length;
    if (read >= READ_AT_MOST) break;
  }
  return textOf(Buffer.concat(chunks));
}

/** As text that PostgreSQL can keep: a character that was cut is left out, bytes that are none are replaced, and NUL is left out. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
}
