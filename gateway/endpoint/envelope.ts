import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';

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

/** The envelope of a list; `nextCursor` is URL-safe text or null. */
export function listEnvelope(
  itemsJson: string,
  page: { nextCursor: string | null; limit: number },
  meta: string,
): string {
  const cursor = page.nextCursor === null ? 'null' : `"${page.nextCursor}"`;
  return `{"data":${itemsJson},"pagination":{"next_cursor":${cursor},"has_more":${page.nextCursor !== null},"limit":${page.limit}},"meta":${meta}}`;
}

/** The named properties of an object, in its own order (decisions 2.4). */
export function pick(data: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));
}
