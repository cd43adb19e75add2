import { present } from './present.ts';

type Values = Readonly<Record<string, number>>;
type Name<E> = Exclude<keyof E & string, 'UNSPECIFIED'>;

/**
 * The values of an enum of the contract as texts, as services store them and HTTP has them. The unspecified value is
 * never sent and has none.
 */
export interface EnumTexts<Text extends string, Value extends number> {
  readonly all: readonly [Text, ...Text[]];
  of(value: number): Text;
  /** The value of a text. */
  from(text: Text): Value;
}

/** Each value's text is its name. */
export function enumTexts<const E extends Values>(values: E): EnumTexts<Name<E>, E[keyof E]> {
  return textsOf(values, (name) => name as Name<E>);
}

/** Each value's text is its name in lower case. */
export function lowerCaseTexts<const E extends Values>(values: E): EnumTexts<Lowercase<Name<E>>, E[keyof E]> {
  return textsOf(values, (name) => name.toLowerCase() as Lowercase<Name<E>>);
}

/** Each value's text is its name in lower case, with hyphens: `de-arbzg`. */
export function hyphenatedTexts<const E extends Values>(
  values: E,
): EnumTexts<Hyphenated<Lowercase<Name<E>>>, E[keyof E]> {
  return textsOf(values, (name) => name.toLowerCase().replaceAll('_', '-') as Hyphenated<Lowercase<Name<E>>>);
}

/** A name with hyphens for its underscores. */
export type Hyphenated<T extends string> = T extends `${infer A}_${infer B}` ? `${A}-${Hyphenated<B>}` : T;

function textsOf<E extends Values, Text extends string>(
  { UNSPECIFIED, ...values }: E,
  write: (name: string) => Text,
): EnumTexts<Text, E[keyof E]> {
  const texts = new Map(Object.entries(values).map(([name, value]) => [value, write(name)]));
  const numbers = new Map([...texts].map(([value, text]) => [text, value as E[keyof E]]));
  const all = [...texts.values()] as unknown as readonly [Text, ...Text[]];
  return {
    all,
    of: (value) => present(texts.get(value), 'enum value'),
    from: (text) => present(numbers.get(text), 'enum text'),
  };
}
