import { isDeepStrictEqual } from 'node:util';
import type { Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';

/** No change of the record itself, or the marks of every change. */
const MARKS = ['id', 'institutionId', 'createdAt', 'updatedAt', 'revision', 'sequence'] as const;

type FieldOf<M> = Exclude<keyof M, '$typeName' | '$unknown' | (typeof MARKS)[number]>;

/** The fields of the API that a field of the contract becomes, each with what of the state it shows. */
type Shown<State> = Readonly<Record<string, (state: State) => unknown>>;

/** Compares two states of a record; returns the fields that a reader sees changed, as the API spells them. */
export type Changes<State> = (before: State, after: State) => readonly string[];

/**
 * How states of a resource are compared: by the fields of its message, so that a new one is compared without being named here. Fields have one
 * name in the contract, the state and the API, but for the others.
 * @param others fields of the contract that the state keeps or the API shows otherwise; `{}` for one that the state does not keep
 */
export function changesOf<M extends Message, State extends object = object, Other extends FieldOf<M> = never>(
  schema: GenMessage<M>,
  others: Readonly<Record<Other, Shown<State>>> = {} as Readonly<Record<Other, Shown<State>>>,
): Changes<State & { readonly [Field in Exclude<FieldOf<M>, Other>]: unknown }> {
  const readers = schema.fields
    .filter(({ localName }) => !MARKS.some((mark) => mark === localName))
    .flatMap(({ localName }): [string, (state: State) => unknown][] =>
      localName in others
        ? Object.entries((others as Readonly<Record<string, Shown<State>>>)[localName] ?? {})
        : [[localName, (state) => (state as Readonly<Record<string, unknown>>)[localName]]],
    );
  return (before, after) =>
    readers.filter(([, read]) => !isDeepStrictEqual(read(before), read(after))).map(([name]) => name);
}
