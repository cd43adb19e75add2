import { type TSchema, Type } from 'typebox';

/** Building blocks of schemas, in the specification's terms. */

/** An opaque id (decisions 1.1). */
export const Id = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: 64, examples: ['01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'] });

/**
 * An instant: on input with an offset and within the years 1970 to 9998, on output in UTC with milliseconds (decisions
 * 1.7, 13.1).
 */
export const Instant = (description: string, example = '2026-10-01T08:00:00.000Z') =>
  Type.String({ format: 'date-time', description, examples: [example] });

/** A day of the institution's time zone, within the years 1970 to 9998. */
export const LocalDate = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });

/** A JSON integer within signed 32 bits (decisions 1.8). */
export const Int32 = (description: string, options: { minimum?: number; maximum?: number; examples?: number[] } = {}) =>
  Type.Integer({ description, minimum: -2147483648, maximum: 2147483647, ...options });

/** An object of any content, as an import gave it. */
export const AnyObject = (description: string, example: object) =>
  Type.Unsafe<object>({ type: 'object', description, additionalProperties: true, examples: [example] });

/** One of a closed set of values. */
export function Choice<const V extends readonly [string, ...string[]]>(values: V, description: string) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], description, examples: [values[0]] });
}

/** A query parameter that is `true` or `false`; its endpoint receives a boolean. */
const Flag = (description: string) =>
  Type.Unsafe<boolean>({ type: 'string', enum: ['true', 'false'], description, examples: ['true'] });

/** The filter of a list whose records can be archived. @param records the plural noun for them */
export const IsArchived = (records: string) =>
  Type.Optional(Flag(`\`true\`: only archived ${records}; \`false\`: only the others.`));

/**
 * The filter of a list by a part of a text.
 * @param records the plural noun for them
 * @param texts what is searched, such as `name or code`
 */
export const Search = (records: string, texts: string) =>
  Type.Optional(
    Type.String({
      description: `Only ${records} whose ${texts} contains this text: in any case, accents kept, \`%\` and \`_\` as themselves. A page of a rare text may have fewer ${records} than \`limit\`, or none: continue while there is a \`next_cursor\`.`,
      format: 'not-blank',
      minLength: 1,
      maxLength: 255,
    }),
  );

/**
 * The filter of a list by ids, separated by commas; its endpoint receives the contract's RecordIds.
 * @param records the plural noun for them
 */
export const Ids = (records: string) =>
  Type.Optional(
    Type.Unsafe<{ readonly ids: string[] }>({
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: MAX_IDS,
      description: `Only the ${records} with these ids: at most ${MAX_IDS}, separated by commas. What is no id of one is left out. Without \`limit\`, the page has room for all.`,
      examples: [['01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11', '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b12']],
    }),
  );

export const MAX_IDS = 100;

/** The same, or null. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as unknown as { type: string | string[]; enum?: readonly unknown[] };
  if (Array.isArray(type)) return Type.Unsafe<Type.Static<T> | null>(schema);
  return Type.Unsafe<Type.Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  });
}
