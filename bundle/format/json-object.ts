/** The largest object of a bundle that is kept as given, in bytes of JSON without blanks. */
export const MAX_OBJECT_BYTES = 16 * 1024;

const MAX_DEPTH = 64;

/** What is wrong with an object that is kept as given; null if nothing is. */
export function objectFault(value: object): string | null {
  return faultWithin(value, 1) ?? (bytesOf(value) > MAX_OBJECT_BYTES ? 'must be at most 16 KiB of JSON' : null);
}

function faultWithin(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return isText(value) ? null : 'must not contain U+0000 or a lone surrogate';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'must not contain numbers beyond 1.8e308';
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
  for (const [name, each] of Object.entries(value)) {
    const fault = faultWithin(name, depth) ?? faultWithin(each, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Whether a text has no U+0000 and no lone surrogate (decisions 1.6). */
export function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
