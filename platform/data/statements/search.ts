/** How many rows a search for a part of a text looks at: about as many as fit into a few milliseconds. No index would be cheaper for small tables. */
export const SEARCHED_AT_MOST = 10_000;

/** The rows that a search returns: a list to choose from. */
export const FOUND_AT_MOST = 20;

/** An ILIKE pattern for the texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
