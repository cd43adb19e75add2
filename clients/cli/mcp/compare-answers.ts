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

/** An answer of a write or its dry run. */
export interface Answered {
  readonly status: number;
  readonly data: unknown;
  /** Of `meta`: what the write of an appointment overlaps. */
  readonly overlaps?: readonly object[] | undefined;
  /** When it was answered, in epoch milliseconds of the server. */
  readonly at: number;
}

/**
 * Whether two dry runs say the same. What each makes up does not count: ids that only one of them has, and instants
 * within a minute of its answer, which are its own “now”. Overlaps are those of others, and nothing of them is made up.
 */
export function isSameOutcome(one: Answered, other: Answered): boolean {
  return (
    one.status === other.status &&
    isDeepStrictEqual(one.overlaps, other.overlaps) &&
    withoutGenerated(one, textOf(other)) === withoutGenerated(other, textOf(one))
  );
}

function withoutGenerated(answered: Answered, other: string): string {
  const ids = new Map<string, string>();
  return textOf(answered)
    .replaceAll(ID, (id) => {
      if (other.includes(id)) return id;
      const own = ids.get(id) ?? `id ${ids.size}`;
      ids.set(id, own);
      return own;
    })
    .replaceAll(INSTANT, (instant) => (Math.abs(Date.parse(instant) - answered.at) < NOW_MS ? 'now' : instant));
}

function textOf({ data }: Answered): string {
  return JSON.stringify(data) ?? '';
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const NOW_MS = 60_000;
