import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';

/** Thrown for a message type that is not compiled. */
export class Unsupported extends Error {}

export function unsupported(): never {
  throw new Unsupported();
}

/** The index by which compiled code refers to the codec of a nested message. */
export type PartOf = (part: DescMessage) => number;

/** The methods that read and write a field's values. */
type Scalar = 'string' | 'bytes' | 'bool' | 'int32' | 'uint32' | 'int64' | 'double';

const SCALARS: ReadonlyMap<ScalarType | undefined, Scalar> = new Map([
  [ScalarType.STRING, 'string'],
  [ScalarType.BYTES, 'bytes'],
  [ScalarType.BOOL, 'bool'],
  [ScalarType.INT32, 'int32'],
  [ScalarType.UINT32, 'uint32'],
  [ScalarType.INT64, 'int64'],
  [ScalarType.DOUBLE, 'double'],
]);

const ZEROS: Readonly<Record<Scalar, string>> = {
  string: '""',
  bytes: 'NO_BYTES',
  bool: 'false',
  int32: '0',
  uint32: '0',
  int64: '0n',
  double: '0',
};

export function scalarOf(field: DescField): Scalar {
  return (field.enum ? 'int32' : SCALARS.get(field.scalar)) ?? unsupported();
}

/** The default value of a field, as an expression. */
export function zeroOf(field: DescField): string {
  return ZEROS[scalarOf(field)];
}

/** A field's number and wire type, written before each of its values, or once before packed values. */
export function tagOf(field: DescField): number {
  const isBlock = field.message || field.fieldKind === 'map' || (field.fieldKind === 'list' && field.packed);
  return (field.number << 3) | (isBlock ? BLOCK : wireTypeOf(scalarOf(field)));
}

/** The tag of the values in the entries of a map; the tag of their keys is {@link KEY_TAG}. */
export function valueTagOf(field: DescField): number {
  return (2 << 3) | (field.message ? BLOCK : wireTypeOf(scalarOf(field)));
}

function wireTypeOf(scalar: Scalar): number {
  if (scalar === 'double') return 1;
  return scalar === 'string' || scalar === 'bytes' ? BLOCK : 0;
}

const BLOCK = 2;
export const KEY_TAG = (1 << 3) | BLOCK;
