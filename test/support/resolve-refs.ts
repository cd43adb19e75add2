import { isUuid } from '../../platform/core/ids.ts';

/**
 * An expectation with each `@section/ref` replaced by its id. Ids that an import prints are known. An id that is not
 * printed (of a link, a connection) is read from the response where its name first occurs, if no other name has that
 * id; later occurrences must be equal.
 */
export function resolveRefs(expected: unknown, actual: unknown, known: ReadonlyMap<string, string>): unknown {
  const ids = new Map(known);
  const taken = new Set(known.values());
  const idOf = (name: string, found: unknown): string => {
    const id = ids.get(name);
    if (id !== undefined) return id;
    if (typeof found !== 'string' || !isUuid(found) || taken.has(found)) return name;
    ids.set(name, found);
    taken.add(found);
    return found;
  };
  const resolve = (value: unknown, found: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith('@') ? idOf(value, found) : value;
    if (Array.isArray(value)) return value.map((each, index) => resolve(each, (found as unknown[] | null)?.[index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        resolve(each, (found as Record<string, unknown> | null)?.[key]),
      ]),
    );
  };
  return resolve(expected, actual);
}
