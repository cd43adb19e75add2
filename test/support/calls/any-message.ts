import { readdirSync } from 'node:fs';
import { create, type DescField, type DescFile, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import fc from 'fast-check';

const GENERATED = new URL('../../../proto/gen/', import.meta.url);
const paths = readdirSync(GENERATED, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('_pb.ts'));
const modules = await Promise.all(paths.map((path) => import(new URL(path, GENERATED).href)));
/** All contracts. */
export const contractFiles = modules.flatMap((module) => Object.values(module).filter(isFile));

function isFile(value: unknown): value is DescFile {
  return (value as Partial<DescFile>).kind === 'file';
}

const UINT32_MAX = 2 ** 32 - 1;
type Texts = fc.Arbitrary<string>;

/** Includes keys that are special to objects. */
const anyText: Texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
  // Half a surrogate, a mark of the order of bytes, what stands for bytes that are no text, and lengths about those of
  // a longer prefix.
  fc.constantFrom(
    '__proto__',
    '\ud800',
    '\ufeff',
    '\ufffd',
    'a'.repeat(127),
    'a'.repeat(128),
    'é'.repeat(64),
    'a'.repeat(16_384),
  ),
);

function arbitraryOf(field: DescField, text: Texts): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case 'list':
      return fc.array(singleOf(field, text), { maxLength: 4 });
    case 'map':
      return fc.dictionary(text, singleOf(field, text), { maxKeys: 4 });
    default:
      return singleOf(field, text);
  }
}

function singleOf(field: DescField, text: Texts): fc.Arbitrary<unknown> {
  if (field.message) return messageOf(field.message, text);
  if (field.enum) return fc.oneof(fc.integer(), fc.constantFrom(...field.enum.values.map(({ number }) => number)));
  switch (field.scalar) {
    case ScalarType.STRING:
      return text;
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 300 });
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.INT32:
      return fc.oneof(fc.integer(), fc.constantFrom(0, -0, -1, 127, 128));
    case ScalarType.UINT32:
      return fc.oneof(fc.nat(UINT32_MAX), fc.constantFrom(0, UINT32_MAX));
    case ScalarType.INT64:
      return fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constantFrom(0n, -1n, 127n, 128n));
    default:
      return fc.double();
  }
}

/** Any message of a type. */
export function messageOf(schema: DescMessage, text = anyText): fc.Arbitrary<Message> {
  const members = schema.members.map((member): [string, fc.Arbitrary<unknown>] => {
    if (member.kind !== 'oneof') return [member.localName, fc.option(arbitraryOf(member, text), { nil: undefined })];
    const cases = member.fields.map((field) =>
      fc.record({ case: fc.constant(field.localName), value: arbitraryOf(field, text) }),
    );
    return [member.localName, fc.option(fc.oneof(...cases), { nil: undefined })];
  });
  return fc.record(Object.fromEntries(members)).map((init) => create(schema, init as never));
}

/** A map's key `__proto__` is left to the library: no message has such a name. */
export const plainText = fc.string({ unit: 'grapheme-ascii' }).filter((text) => text !== '__proto__');
