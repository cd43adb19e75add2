/**
 * An answer without the fields that are null and that the stored one does not have: only those may a release add to
 * what is replayed. Anything else that differs stays.
 */
export function withoutAddedNulls(answer: unknown, stored: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(stored))
    return answer.map((item, index) => withoutAddedNulls(item, stored[index]));
  if (!isObject(answer) || !isObject(stored)) return answer;
  const kept = Object.entries(answer).filter(([name, value]) => value !== null || Object.hasOwn(stored, name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutAddedNulls(value, stored[name])]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
