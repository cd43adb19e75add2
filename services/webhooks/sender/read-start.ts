/** Maximum bytes of a response that are read. */
const MAX_READ = 64 * 1024;
/** Maximum bytes of a response that are stored. */
const MAX_BYTES = 1024;

/** Reads at most 64 KiB of a response body, and returns the first 1 KiB as text. Throws the error of the body. */
export async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < MAX_BYTES) chunks.push(chunk.subarray(0, MAX_BYTES - read));
    read += chunk.length;
    if (read >= MAX_READ) break;
  }
  return textOf(Buffer.concat(chunks));
}

/** Text that PostgreSQL can store: drops a truncated last character and NUL, and replaces invalid bytes. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
}
