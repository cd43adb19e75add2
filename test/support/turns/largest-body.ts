/** What a schema of the gateway says of a value. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * Values of names that must mean something, by the places in the lists around them, the outermost first; undefined
 * leaves one out.
 */
export type Meanings = Readonly<Record<string, (places: readonly number[]) => unknown>>;

/**
 * The largest body that a schema accepts within the bounds of all bodies: if not all of its lists and texts can be as
 * long as they may, the outer lists are, and what is in them is shorter.
 */
export function largestBody(schema: object, meanings: Meanings, bounds: { bytes: number; values: number }): object {
  const fits = (body: object) =>
    Buffer.byteLength(JSON.stringify(body)) <= bounds.bytes && sizeOf(body) <= bounds.values;
  let [least, most] = [1, 10_000];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(largestObject(schema, meanings, middle))) least = middle;
    else most = middle - 1;
  }
  return largestObject(schema, meanings, least);
}

/** @param most the longest text, and ten times the longest list within a list */
export function largestObject(schema: object, meanings: Meanings, most = Number.POSITIVE_INFINITY): object {
  return largestOf(schema, '', []) as object;

  function largestOf(
    { properties, items, maxItems = 1, ...own }: Schema,
    name: string,
    places: readonly number[],
  ): unknown {
    if (properties)
      return Object.fromEntries(
        Object.entries(properties)
          .map(([key, each]) => [key, largestOf(each, key, places)] as const)
          .filter(([, value]) => value !== undefined),
      );
    if (items) {
      const length = places.length === 0 ? maxItems : Math.min(maxItems, Math.ceil(most / 10));
      const values = Array.from({ length }, (_, place) => largestOf(items, name, [...places, place]));
      return values.filter((value) => value !== undefined);
    }
    const meaning = meanings[name];
    return meaning ? meaning(places) : scalarOf(own, most);
  }
}

function scalarOf({ type, enum: choices, format, maximum, maxLength = UNBOUNDED }: Schema, most: number): unknown {
  if (choices) return choices.findLast((each) => each !== null);
  if ([type].flat().includes('boolean')) return true;
  if ([type].flat().includes('integer')) return maximum;
  if (format === 'date-time') return '2026-10-05T06:00:00.000000000000+00:00';
  if (format === 'date') return '2026-10-05';
  const length = Math.max(1, Math.min(maxLength, most));
  // Each of these takes two characters in JSON.
  return format === 'uri' ? 'https://x.example/'.padEnd(length, 'x') : '"'.repeat(length);
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 1);
}

/** Of a text in a query without a bound of its own. */
const UNBOUNDED = 1_000;
