import type { TObject, TSchema } from 'typebox';
import { PIECE_BYTES } from '../http/sent-pieces.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serialises by the schema of the OpenAPI document. A required nullable property that the value leaves out, as messages
 * do, becomes null.
 */
export type Serialise = (value: unknown) => string;

/**
 * Compiled to code that copies the shown properties, which `JSON.stringify` writes in a third of the time that text put
 * together part by part takes.
 */
export function compileSerialiser(schema: TSchema): Serialise {
  // The names in the code come only from our own schemas.
  const shown = new Function('missing', `return (value) => ${shownCode(schema, 'value')};`)(missing);
  return (value) => JSON.stringify(shown(value));
}

interface Declared {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
}

/** An expression for the part of a value that the schema declares, at every depth: required properties first. */
function shownCode(schema: TSchema, value: string): string {
  const { properties, required = [], items } = schema as Declared;
  if (items) {
    const item = shownCode(items, 'item');
    return item === 'item' ? value : `(${value} && ${value}.map((item) => ${item}))`;
  }
  if (!properties) return value;
  const isOptional = (name: string) => Number(!required.includes(name));
  const members = Object.entries(properties)
    .toSorted(([a], [b]) => isOptional(a) - isOptional(b))
    .map(([name, property]) => {
      const key = JSON.stringify(name);
      const otherwise = mayBeNull(property) ? 'null' : `missing(${key})`;
      return `${key}: ${shownCode(property, `${value}[${key}]`)}${isOptional(name) ? '' : ` ?? ${otherwise}`}`;
    });
  return `(${value} && { ${members.join(', ')} })`;
}

function missing(name: string): never {
  throw new Error(`"${name}" is required`);
}

function mayBeNull(schema: TSchema): boolean {
  return [(schema as Declared).type].flat().includes('null');
}

/** A view as a message of the same fields holds it: nullable fields may be absent. */
type WithOptionalNulls<View> = View extends readonly (infer Item)[]
  ? readonly WithOptionalNulls<Item>[]
  : View extends object
    ? { [K in keyof View as HasValue<View, K> extends true ? K : never]: WithOptionalNulls<View[K]> } & {
        [K in keyof View as HasValue<View, K> extends true ? never : K]?: WithOptionalNulls<View[K]> | null | undefined;
      }
    : View;

type HasValue<View, K extends keyof View> = null extends View[K] ? false : undefined extends View[K] ? false : true;

/**
 * A message as its own view, when each property of the view is a field of the same name and type: the serialiser drops
 * fields that the view lacks, and writes null for those that the message lacks. A property that is not a field of the
 * message does not compile.
 */
export function asView<View, M extends WithOptionalNulls<View>>(message: keyof View extends keyof M ? M : never): View {
  return message as unknown as View;
}

/** An object that a message holds as text of JSON. */
export function objectOf(json: string | undefined): object | null {
  return json === undefined ? null : JSON.parse(json);
}

/**
 * The data of an answer as it is hashed and sent: a large one as bytes, so that it is encoded once. As text, the hash,
 * the envelope and the pieces would each traverse it.
 */
export function encoded(json: string): string | Buffer {
  return json.length < PIECE_BYTES ? json : Buffer.from(json);
}

/**
 * `meta` of every answer.
 * @param more further members in answers of this kind
 */
export function metaJson(requestId: string, timestamp: string, more: object = {}): string {
  return JSON.stringify({ requestId, timestamp, version: 'v4', ...more });
}

/** The envelope of a single resource around its serialised data. */
export function singleEnvelope(dataJson: string, meta: string): string {
  return `{"data":${dataJson}${singleTail(meta)}`;
}

/** The same in parts, for data that is bytes. */
export const SINGLE_HEAD = Buffer.from('{"data":');

export function singleTail(meta: string): string {
  return `,"meta":${meta}}`;
}

/** Everything before the items of a list, which are separated by commas. */
export const LIST_HEAD = '{"data":[';

/** Everything after them; `nextCursor` is URL-safe text or null. */
export function listTail(page: { nextCursor: string | null; hasMore: boolean; limit: number }, meta: string): string {
  const cursor = page.nextCursor === null ? 'null' : `"${page.nextCursor}"`;
  return `],"pagination":{"next_cursor":${cursor},"has_more":${page.hasMore},"limit":${page.limit}},"meta":${meta}}`;
}

/**
 * Serialises the named properties of an object of the schema, in the schema's order, and nothing else (decisions 2.4).
 */
export function compilePicker(schema: TObject): (data: object, names: readonly string[]) => string {
  const { properties } = schema;
  const { required = [] } = schema as Declared;
  const serialisers = new Map<string, Serialise>();
  const nullDefaults = new Map(
    Object.entries(properties).flatMap(([name, property]) =>
      required.includes(name) && mayBeNull(property) ? [[name, null] as const] : [],
    ),
  );
  return (data, names) => {
    const members: string[] = [];
    for (const [name, property] of Object.entries(properties)) {
      if (!names.includes(name)) continue;
      const given = (data as Record<string, unknown>)[name];
      const value = given === undefined ? nullDefaults.get(name) : given;
      if (value === undefined) continue;
      const serialise = serialisers.get(name) ?? compileSerialiser(property);
      serialisers.set(name, serialise);
      members.push(`"${name}":${serialise(value)}`);
    }
    return `{${members.join()}}`;
  };
}
