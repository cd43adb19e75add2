/** Maximum bytes of a response that are read. */
const READ_AT_MOST = 64 * 1024;
/** Maximum bytes of a response that are stored. */
const BYTES_AT_MOST = 1024;

/** Reads at most 64 KiB of a response body, and returns the first 1 KiB as text. Throws what the body throws. */
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

/** Text that PostgreSQL can store: drops a truncated last character and NUL, and replaces invalid bytes. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
}
