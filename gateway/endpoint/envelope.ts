import fastJsonStringify from 'fast-json-stringify';
import type { TObject, TSchema } from 'typebox';
import { PIECE_BYTES } from '../answer/sent-pieces.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Serialises by the schema that the OpenAPI document shows. A required property that may be null is null where the value leaves it out, as messages do. */
export type Serialise = (value: unknown) => string;

export function compileSerialiser(schema: TSchema): Serialise {
  return fastJsonStringify(withNulls(schema) as fastJsonStringify.Schema) as Serialise;
}

interface Declared {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
}

/** The schema with null as the default of what is required and may be null, however deep. */
function withNulls(schema: TSchema): object {
  const { properties, required = [], items } = schema as Declared;
  if (items) return { ...schema, items: withNulls(items) };
  if (!properties) return schema;
  const defaulted = Object.entries(properties).map(([name, property]) => {
    const own = withNulls(property);
    return [name, required.includes(name) && mayBeNull(property) ? { ...own, default: null } : own];
  });
  return { ...schema, properties: Object.fromEntries(defaulted) };
}

function mayBeNull(schema: TSchema): boolean {
  return [(schema as Declared).type].flat().includes('null');
}

/** A view as a message of the same fields holds it: what may be null is left out. */
type Unfilled<View> = { [K in keyof View as null extends View[K] ? never : K]: View[K] } & {
  [K in keyof View as null extends View[K] ? K : never]?: View[K] | undefined;
};

/**
 * A message as its own view, where each property of the view is a field of the same name and type: the serialiser leaves out what the view has not, and
 * writes null for what the message has not. A property that is no field of the message does not compile.
 */
export function shown<View, M extends Unfilled<View>>(message: keyof View extends keyof M ? M : never): View {
  return message as unknown as View;
}

/**
 * The data of an answer as it is hashed and sent: a large one as bytes, so that it is encoded once. As text, the hash, the envelope and the pieces each
 * went over the 2.7 MB of a large version's detail.
 */
export function encoded(json: string): string | Buffer {
  return json.length < PIECE_BYTES ? json : Buffer.from(json);
}

/** `meta` of every answer (spec: Response envelope). A request id holds no character that JSON escapes. */
export function metaJson(requestId: string, timestamp: string): string {
  return `{"requestId":"${requestId}","timestamp":"${timestamp}","version":"v4"}`;
}

/** The envelope of a single resource around its serialised data. */
export function singleEnvelope(dataJson: string, meta: string): string {
  return `{"data":${dataJson}${singleTail(meta)}`;
}

/** The same in parts, around data that is bytes. */
export const SINGLE_HEAD = Buffer.from('{"data":');

export function singleTail(meta: string): string {
  return `,"meta":${meta}}`;
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
  const { properties } = schema;
  const { required = [] } = schema as Declared;
  const serialisers = new Map<string, Serialise>();
  const ofNothing = new Map(
    Object.entries(properties).flatMap(([name, property]) =>
      required.includes(name) && mayBeNull(property) ? [[name, null] as const] : [],
    ),
  );
  return (data, names) => {
    const members: string[] = [];
    for (const [name, property] of Object.entries(properties)) {
      if (!names.includes(name)) continue;
      const given = (data as Record<string, unknown>)[name];
      const value = given === undefined ? ofNothing.get(name) : given;
      if (value === undefined) continue;
      const serialise = serialisers.get(name) ?? compileSerialiser(property);
      serialisers.set(name, serialise);
      members.push(`"${name}":${serialise(value)}`);
    }
    return `{${members.join()}}`;
  };
}
