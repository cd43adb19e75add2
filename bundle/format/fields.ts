import { type Message, ScalarType } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { type TObject, type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import { rulesOf, typeOf } from '../../platform/core/field-schema.ts';
import { isRequired, isWritable } from '../../platform/core/resource.ts';
import type { JsonRecord } from './json-record.ts';

/**
 * The fields of an institution bundle's records. Formats and the keywords of references are checked in check-shape.ts
 * and check-references.ts.
 */

/** A record of the format; other properties are faults. */
export function record<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

type FieldName<M> = Exclude<keyof M, '$typeName' | '$unknown'>;

type FieldsOf<M, Required> = {
  [K in FieldName<M>]: K extends Required ? TUnsafe<M[K]> : TOptional<TUnsafe<Exclude<M[K], undefined>>>;
};

/**
 * The fields of a resource that requests may give, with their rules, by its message in the contract; not those that are
 * records.
 * @param required those that a record must have
 */
export function fieldsOf<M extends Message, Required extends FieldName<M>>(
  schema: GenMessage<M>,
  ...required: readonly Required[]
): FieldsOf<M, Required> {
  const given = schema.fields.filter((field) => isWritable(field) && !field.message);
  const fields = given.map((field) => {
    const property = {
      ...(field.scalar === ScalarType.STRING && { format: 'text' }),
      ...typeOf(field),
      ...rulesOf(field),
    };
    const isMandatory = isRequired(field) || required.some((name) => name === field.localName);
    return [field.localName, isMandatory ? property : optional(property as TSchema)];
  });
  return Object.fromEntries(fields) as unknown as FieldsOf<M, Required>;
}

/** Text, its length in characters (code points), without U+0000 and lone surrogates (decisions 1.6). */
export function text(maxLength = 255, minLength = 1) {
  return Type.String({ minLength, maxLength, format: 'text' });
}

/** A text that people can see. */
export function name() {
  return Type.String({ minLength: 1, maxLength: 255, format: 'not-blank' });
}

/** The name of a record, unique in its section. */
export function ref(section: string) {
  return Type.String({ ...NAME, description: `A name of your choice, unique in ${section}.` });
}

/** What a record may refer to, besides the section. */
interface Limits {
  /** What both records must belong to, in messages: they must be in the same one. */
  readonly within?: string;
  /** The field that names the record which must contain the one referred to. */
  readonly of?: string;
}

/** A reference to a record elsewhere in the bundle, by its ref. */
export function refTo(section: string, limits: Limits = {}) {
  return Type.String({ ...NAME, refersTo: section, ...limits, description: `The ref of one of ${section}.` });
}

/** References to records elsewhere in the bundle, without duplicates. */
export function refsTo(section: string, maxItems = 1000) {
  return Type.Array(refTo(section), { maxItems, uniqueItems: true });
}

/** An RFC 3339 date-time with an offset (decisions 1.7). */
export function dateTime() {
  return Type.String({ format: 'date-time' });
}

/** A date, such as `2026-12-24`. */
export function date() {
  return Type.String({ format: 'date' });
}

/** A JSON integer from 0 to a maximum, by default the largest signed 32-bit integer (decisions 1.8). */
export function int32(maximum = 2 ** 31 - 1) {
  return Type.Integer({ minimum: 0, maximum });
}

/** A number of at least 0. */
export function amount() {
  return Type.Number({ minimum: 0 });
}

/** One of some texts. */
export function choice<const V extends readonly string[]>(values: V) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values] });
}

export function flag() {
  return Type.Boolean();
}

/** An object of any content, which is kept as given: stored as text of JSON. */
export function jsonObject() {
  const description = 'An object, which is kept as given: at most 16 KiB of JSON.';
  return Type.Unsafe<JsonRecord>({ type: 'object', isKept: true, description });
}

export function list<T extends TSchema>(items: T, maxItems: number) {
  return Type.Array(items, { maxItems });
}

export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(schema);
}

/** A schema that accepts null, which clears. A kind declares it itself for fields whose columns may be empty. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { readonly type?: string; readonly enum?: readonly unknown[] };
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  } as T;
}

/** An optional part of a value that null clears. */
export function clearable<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema));
}

const NAME = { minLength: 1, maxLength: 255, format: 'text' } as const;
