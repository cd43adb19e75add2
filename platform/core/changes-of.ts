import { isDeepStrictEqual } from 'node:util';
import type { Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';

/** Fields that never change, or that change with every write. */
const MARKS = ['id', 'institutionId', 'createdAt', 'updatedAt', 'revision', 'sequence'] as const;

type FieldOf<M> = Exclude<keyof M, '$typeName' | '$unknown' | (typeof MARKS)[number]>;

/** The fields of the API that a field of the contract maps to, each with a function that reads it from the state. */
type Shown<State> = Readonly<Record<string, (state: State) => unknown>>;

/** Compares two states of a record; returns the API's names of the fields that differ for a reader. */
export type Changes<State> = (before: State, after: State) => readonly string[];

/**
 * Compares states of a resource by the fields of its message, so that a new field is compared without being named here.
 * Except for `others`, fields have the same name in the contract, the state and the API.
 * @param others fields that the state or the API represents differently; `{}` for a field that the state does not have
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
