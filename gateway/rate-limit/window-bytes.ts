/** A window's instants as bytes: the oldest in epoch milliseconds, then for each how many milliseconds it came after that. */
export function toBytes(instants: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(HEAD_BYTES + instants.length * INSTANT_BYTES));
  const [oldest = 0] = instants;
  bytes.setFloat64(0, oldest);
  for (const [index, instant] of instants.entries()) {
    bytes.setUint32(HEAD_BYTES + index * INSTANT_BYTES, instant - oldest);
  }
  return new Uint8Array(bytes.buffer);
}

/** The way back. */
export function fromBytes(value: Uint8Array): number[] {
  const bytes = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const oldest = bytes.getFloat64(0);
  return Array.from(
    { length: Math.floor((value.byteLength - HEAD_BYTES) / INSTANT_BYTES) },
    (_, index) => oldest + bytes.getUint32(HEAD_BYTES + index * INSTANT_BYTES),
  );
}

const HEAD_BYTES = 8;
const INSTANT_BYTES = 4;
