/**
 * How many rows a search for a part of a text looks at: about as many as fit into a few milliseconds. No index would be
 * cheaper for small tables.
 */
export const MAX_SEARCHED = 10_000;

/** The rows of a list that one page of a search looks at. */
export const MAX_LOOKED_AT = 5_000;

/** The rows that a search returns: a list to choose from. */
export const MAX_FOUND = 20;

/** The pattern with which {@link contains} finds the texts that contain this one. */
export function containing(text: string): string {
  return `%${text.normalize('NFC').replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Whether a column contains a text, in any case by Unicode's mapping, whatever the column's order and the database's
 * locale, with composed or decomposed letters. ASCII, most of what is stored, is not normalized.
 */
export function contains(column: string, pattern: string): string {
  const has = (text: string) => `${text} COLLATE pg_c_utf8 ILIKE ${pattern}`;
  return `(${has(column)} OR (octet_length(${column}) > length(${column}) AND ${has(`normalize(${column})`)}))`;
}
