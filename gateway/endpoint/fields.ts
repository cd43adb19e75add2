/**
 * The names in the query parameter `fields`, each once (decisions 2.4), or the first one that is
 * unknown or empty. Names are compared literally, white space included.
 */
export function parseFields(
  raw: string,
  known: readonly string[],
): { readonly names: readonly string[] } | { readonly fault: { readonly name: string } } {
  const names = new Set<string>();
  for (const name of raw.split(',')) {
    if (!known.includes(name)) return { fault: { name } };
    names.add(name);
  }
  return { names: [...names] };
}

/** The page size of the query parameter `limit`: a plain decimal integer, 1 to 100 (decisions 2.1). */
export function parseLimit(
  raw: string | undefined,
  byDefault: number = DEFAULT_LIMIT,
): number | { readonly fault: string } {
  if (raw === undefined) return byDefault;
  return PLAIN_1_TO_100.test(raw) ? Number(raw) : { fault: 'must be an integer from 1 to 100' };
}

const DEFAULT_LIMIT = 50;

/** No sign, no leading zero, no white space, no fraction, no exponent. */
const PLAIN_1_TO_100 = /^(?:[1-9][0-9]?|100)$/;
