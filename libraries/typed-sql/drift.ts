import type { Schema } from './catalogue.ts';

/** One difference between the schema of a database and the expected one. */
export interface Drift {
  readonly table: string;
  /** A description of the difference, in one line. */
  readonly difference: string;
}

/** Compares two schemas, both ways. Returns an empty array if nothing has drifted. */
export function compareSchemas(expected: Schema, found: Schema): Drift[] {
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...tables].flatMap((table) => driftOf(table, expected[table], found[table]));
}

function driftOf(table: string, expected: Schema[string] | undefined, found: Schema[string] | undefined): Drift[] {
  if (!found) return [{ table, difference: 'is missing' }];
  if (!expected) return [{ table, difference: 'is not declared' }];
  const parts = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...parts].flatMap((part) => {
    const [want, have] = [expected[part], found[part]];
    if (want === have) return [];
    if (have === undefined) return [{ table, difference: `${part} is missing: ${want}` }];
    if (want === undefined) return [{ table, difference: `${part} is not declared: ${have}` }];
    return [{ table, difference: `${part} is ${have}; declared: ${want}` }];
  });
}
