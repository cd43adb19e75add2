import { createHash } from 'node:crypto';

/** Stands for the id of a bundle's record in an import's dry run, when the id is not known yet. */
export function placeholderOf(section: string, ref: string): string {
  return `placeholder:${createHash('sha256').update(`${section}/${ref}`).digest('base64url')}`;
}

/** Replaces the placeholders in a message with the ids that are known. */
export function withIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (ids.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids)])) as T;
}
