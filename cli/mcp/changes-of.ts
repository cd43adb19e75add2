import { isDeepStrictEqual } from 'node:util';

/** A property of a record that a write changes. */
export interface Change {
  readonly property: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What is another value afterwards, but for the instant of the change, which a dry run makes up. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, next] = [(before ?? {}) as Properties, (after ?? {}) as Properties];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((property) =>
    property === 'updatedAt' || isDeepStrictEqual(old[property], next[property])
      ? []
      : [{ property, from: old[property] ?? null, to: next[property] ?? null }],
  );
}

type Properties = Readonly<Record<string, unknown>>;
