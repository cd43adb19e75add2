import { createHash } from 'node:crypto';

/** What stands for the id of a bundle's record while an import is only tried: whoever tries it does not know yet what the record will be called. */
export function placeholderOf(section: string, ref: string): string {
  return `placeholder:${createHash('sha256').update(`${section}/${ref}`).digest('base64url')}`;
}

/** A message with ids in the place of those placeholders for which they are known. */
export function withIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (ids.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids)])) as T;
}
