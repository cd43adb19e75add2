import type { DescField, Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { type TObject, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { rulesOf, typeOf } from '../../platform/core/field-schema.ts';
import { isInputOnly, isRequired, isWritable } from '../../platform/core/resource.ts';
import { nullable } from './types.ts';

/**
 * Schemas of a resource: names, types and rules come from its message in the contract, descriptions and examples from
 * its words.
 */

type FieldName<M> = Exclude<keyof M, '$typeName' | '$unknown'>;

/**
 * The HTTP representation of each field of the message: its words, a schema where HTTP represents it differently, or
 * null where HTTP does not have it. Other names are properties that only answers have.
 */
export type Words<M extends Message> = { readonly [K in FieldName<M>]: AnyWord } & { readonly [name: string]: AnyWord };

type AnyWord = string | Word | TSchema | null;

interface Word {
  /** The description. Without it, answers show the field under another name, or not at all. */
  readonly text?: string;
  /** The description in bodies, if it differs. */
  readonly input?: string;
  readonly example?: unknown;
  /** The schemas, in answers and in bodies, of a field that is a record in the contract. */
  readonly shown?: TSchema;
  readonly body?: TSchema;
  /** Whether a change may give null although the field always has a value: it then becomes false or empty. */
  readonly isCleared?: true;
  /** Whether answers leave the field out when it has no value, where others have null. */
  readonly isAbsent?: true;
}

type FieldOf<M, K> = K extends keyof M ? (undefined extends M[K] ? Exclude<M[K], undefined> | null : M[K]) : never;

type ShownName<W> = {
  [K in keyof W & string]: W[K] extends null
    ? never
    : W[K] extends string | { text: string } | { shown: TSchema }
      ? K
      : W[K] extends { input: string }
        ? never
        : K;
}[keyof W & string];

type Shown<M, W> = {
  [K in ShownName<W>]: W[K] extends { isAbsent: true }
    ? TOptional<TUnsafe<Exclude<FieldOf<M, K>, null>>>
    : TUnsafe<ShownOf<W[K], FieldOf<M, K>>>;
};

type ShownOf<Word, Field> = Word extends { shown: infer Schema }
  ? StaticOf<Schema>
  : Word extends string | { text: string }
    ? Field
    : StaticOf<Word>;

type GivenName<M, W> = { [K in FieldName<M> & keyof W & string]: W[K] extends null ? never : K }[FieldName<M> &
  keyof W &
  string];

type Given<M, W> = {
  [K in GivenName<M, W>]: TOptional<TUnsafe<GivenOf<W[K], FieldOf<M, K>> | null>>;
};

type GivenOf<Word, Field> = Word extends { body: infer Schema }
  ? StaticOf<Schema>
  : Word extends string | { text: string } | { input: string }
    ? Field
    : StaticOf<Word>;

type StaticOf<Schema> = Schema extends TSchema ? Type.Static<Schema> : never;

/** A resource as answers show it: every field, null without a value. */
export function representation<M extends Message, const W extends Words<M>>(
  title: string,
  schema: GenMessage<M>,
  words: W,
  options: { readonly description?: string } = {},
): TObject<Shown<M, W>> {
  const fields: Readonly<Record<string, DescField>> = schema.field;
  const properties = Object.entries(words).flatMap(([name, word]): [string, TSchema][] => {
    const field = fields[name];
    if (word === null || (field && isInputOnly(field)) || isOnlyGiven(word)) return [];
    return [[name, field && isWord(word) ? shownSchema(field, word) : (word as TSchema)]];
  });
  return Type.Object(Object.fromEntries(properties), { title, ...options }) as unknown as TObject<Shown<M, W>>;
}

interface CreateOptions<M> {
  /** Fields that only a change may give. */
  readonly without?: readonly FieldName<M>[];
  /** Fields that must be given, beside those that the contract requires. */
  readonly required?: readonly FieldName<M>[];
  /** Whether null stands for no value. */
  readonly nulls?: boolean;
}

/** The body that creates a resource. */
export function createBody<M extends Message, const W extends Words<M>>(
  title: string,
  schema: GenMessage<M>,
  words: W,
  { without = [], required = [], nulls = true }: CreateOptions<M> = {},
): TObject<Given<M, W>> {
  return bodyOf(title, schema, words, (field, property) => {
    const isIn = (names: readonly unknown[]) => names.includes(field.localName);
    if (isIn(without)) return null;
    if (isRequired(field) || isIn(required)) return property;
    return Type.Optional(nulls && isOptional(field) ? nullable(property) : property);
  });
}

/** The body that changes a resource: absent fields stay, `null` clears. */
export function updateBody<M extends Message, const W extends Words<M>>(
  title: string,
  schema: GenMessage<M>,
  words: W,
): TObject<Given<M, W>> {
  return bodyOf(title, schema, words, (field, property, { isCleared }) =>
    Type.Optional(!isRequired(field) && (isOptional(field) || isCleared) ? nullable(property) : property),
  );
}

function bodyOf<M extends Message, const W extends Words<M>>(
  title: string,
  schema: GenMessage<M>,
  words: W,
  as: (field: DescField, property: TSchema, word: Word) => TSchema | null,
): TObject<Given<M, W>> {
  const fields: Readonly<Record<string, DescField>> = schema.field;
  const properties = Object.entries(words).flatMap(([name, word]): [string, TSchema][] => {
    const field = fields[name];
    if (word === null || !field || !isWritable(field)) return [];
    const property = isWord(word)
      ? as(field, givenSchema(field, word), typeof word === 'string' ? {} : word)
      : as(field, word, {});
    return property ? [[name, property]] : [];
  });
  return Type.Object(Object.fromEntries(properties), { title, additionalProperties: false }) as unknown as TObject<
    Given<M, W>
  >;
}

function isWord(word: string | Word | TSchema): word is string | Word {
  return typeof word === 'string' || 'text' in word || 'input' in word;
}

function isOnlyGiven(word: string | Word | TSchema): boolean {
  return typeof word === 'object' && 'input' in word && !('text' in word) && !('shown' in word);
}

function isOptional(field: DescField): boolean {
  return field.proto.proto3Optional;
}

/** Answers do not repeat the rules of bodies, except for the bounds of numbers. */
function shownSchema(field: DescField, word: string | Word): TSchema {
  const { text, example, shown, isAbsent = false } = typeof word === 'string' ? { text: word } : word;
  if (shown) return shown;
  const type = typeOf(field);
  const bounds = type.type === 'integer' || type.type === 'number' ? rulesOf(field) : {};
  const schema = { ...type, ...bounds, description: text, ...examplesOf(example) };
  if (isAbsent) return Type.Optional(schema as TSchema);
  return isOptional(field) ? nullable(schema as TSchema) : schema;
}

function givenSchema(field: DescField, word: string | Word): TSchema {
  const { text, input = text, example, body } = typeof word === 'string' ? { text: word } : word;
  const schema = body ?? { ...typeOf(field), ...rulesOf(field) };
  return { ...schema, description: input, ...examplesOf(example) };
}

function examplesOf(example: unknown): { examples?: unknown[] } {
  return example === undefined ? {} : { examples: [example] };
}
