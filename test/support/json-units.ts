import fc from 'fast-check';

/**
 * Characters of the texts of generated JSON. No backslash: after an object with a name that contains one,
 * V8's `JSON.parse` (Node 26) may read an escaped name of a later object as that name (nodejs/node 63785).
 * No field of the API has such a name.
 */
export const JSON_UNITS = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((unit) => unit !== '\\');
