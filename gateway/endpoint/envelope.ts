import fastJsonStringify from 'fast-json-stringify';
import type { TObject, TSchema } from 'typebox';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Serialises by the schema that the OpenAPI document shows. */
export type Serialise = (value: unknown) => string;

export function compileSerialiser(schema: TSchema): Serialise {
  return fastJsonStringify(schema as fastJsonStringify.Schema) as Serialise;
}

/** `meta` of every answer (spec: Response envelope). A request id holds no character that JSON escapes. */
export function metaJson(requestId: string, timestamp: string): string {
  return `{"requestId":"${requestId}","timestamp":"${timestamp}","version":"v4"}`;
}

/** The envelope of a single resource around its serialised data. */
export function singleEnvelope(dataJson: string, meta: string): string {
  return `{"data":${dataJson},"meta":${meta}}`;
}

/** What stands before the items of a list, which are separated by commas. */
export const LIST_HEAD = '{"data":[';

/** What stands behind them; `nextCursor` is URL-safe text or null. */
export function listTail(page: { nextCursor: string | null; hasMore: boolean; limit: number }, meta: string): string {
  const cursor = page.nextCursor === null ? 'null' : `"${page.nextCursor}"`;
  return `],"pagination":{"next_cursor":${cursor},"has_more":${page.hasMore},"limit":${page.limit}},"meta":${meta}}`;
}

/** Serialises the named properties of an object of the schema, in the schema's order, and nothing else (decisions 2.4). */
export function compilePicker(schema: TObject): (data: object, names: readonly string[]) => string {
  const serialisers = new Map<string, Serialise>();
  return (data, names) => {
    const members: string[] = [];
    for (const [name, property] of Object.entries(schema.properties)) {
      const value = names.includes(name) ? (data as Record<string, unknown>)[name] : undefined;
      if (value === undefined) continue;
      const serialise = serialisers.get(name) ?? compileSerialiser(property);
      serialisers.set(name, serialise);
      members.push(`"${name}":${serialise(value)}`);
    }
    return `{${members.join()}}`;
  };
}
