import { scimFault } from './scim-fault.ts';

export const MOST_PER_PAGE = 100;
const MOST_SKIPPED = 2 ** 31 - 1;

/** The query of a request, by names in lower case: providers write them differently. */
export function queryByName(query: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query as object).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Which part of a list is asked for (RFC 7644, 3.4.2.4): `startIndex` begins at 1. */
export function pageOf(query: Readonly<Record<string, unknown>>): { readonly offset: number; readonly limit: number } {
  const startIndex = integerOf(query, 'startIndex') ?? 1;
  const count = integerOf(query, 'count') ?? MOST_PER_PAGE;
  return {
    offset: Math.min(Math.max(startIndex, 1) - 1, MOST_SKIPPED),
    limit: Math.min(Math.max(count, 0), MOST_PER_PAGE),
  };
}

function integerOf(query: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = query[name.toLowerCase()];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
    throw scimFault('invalidValue', `${name} must be an integer.`);
  return Number(value);
}
