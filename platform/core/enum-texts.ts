import { present } from './present.ts';

type Values = Readonly<Record<string, number>>;
type Name<E> = Exclude<keyof E & string, 'UNSPECIFIED'>;

/**
 * The values of an enum of the contract as texts, as services store them and HTTP has them. The unspecified value is
 * never sent and has none.
 */
export interface EnumTexts<Text extends string> {
  readonly all: readonly [Text, ...Text[]];
  of(value: number): Text;
}

/** Each value's text is its name. */
export function enumTexts<const E extends Values>(values: E): EnumTexts<Name<E>> {
  return textsOf(values, (name) => name as Name<E>);
}

/** Each value's text is its name in lower case. */
export function lowerCaseTexts<const E extends Values>(values: E): EnumTexts<Lowercase<Name<E>>> {
  return textsOf(values, (name) => name.toLowerCase() as Lowercase<Name<E>>);
}

function textsOf<Text extends string>({ UNSPECIFIED, ...values }: Values, write: (name: string) => Text) {
  const texts = new Map(Object.entries(values).map(([name, value]) => [value, write(name)]));
  const all = [...texts.values()] as unknown as readonly [Text, ...Text[]];
  return { all, of: (value: number) => present(texts.get(value), 'enum value') };
}
