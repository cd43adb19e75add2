/**
 * Encodes a window's instants: the oldest in epoch milliseconds, then for each its offset from that in milliseconds.
 */
export function toBytes(instants: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(bytesOf(instants.length)));
  const [oldest = 0] = instants;
  bytes.setFloat64(0, oldest);
  for (const [index, instant] of instants.entries()) {
    bytes.setUint32(HEAD_BYTES + index * INSTANT_BYTES, instant - oldest);
  }
  return new Uint8Array(bytes.buffer);
}

/** Decodes a window's instants; empty for invalid bytes. */
export function fromBytes(value: Uint8Array): number[] {
  const count = (value.byteLength - HEAD_BYTES) / INSTANT_BYTES;
  if (!Number.isInteger(count) || count < 0) return [];
  const bytes = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const oldest = bytes.getFloat64(0);
  return Array.from({ length: count }, (_, index) => oldest + bytes.getUint32(HEAD_BYTES + index * INSTANT_BYTES));
}

/** The encoded size of this many instants. */
export function bytesOf(count: number): number {
  return HEAD_BYTES + count * INSTANT_BYTES;
}

const HEAD_BYTES = 8;
const INSTANT_BYTES = 4;
