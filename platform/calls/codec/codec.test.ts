import { readdirSync } from 'node:fs';
import {
  create,
  type DescField,
  type DescFile,
  type DescMessage,
  fromBinary,
  type Message,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import { DurationSchema, FileDescriptorProtoSchema, StructSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiledCodec, decode, encode } from './codec.ts';
import { Input } from './input.ts';
import { Output } from './output.ts';

// The library is the measure: bytes, values and complaints are its own, whatever the message.

const GENERATED = new URL('../../../proto/gen/', import.meta.url);
const paths = readdirSync(GENERATED, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('_pb.ts'));
const modules = await Promise.all(paths.map((path) => import(new URL(path, GENERATED).href)));
const files = modules.flatMap((module) => Object.values(module).filter(isFile));
const schemas = files.flatMap(({ messages }) => messages).map((schema) => ({ schema, name: schema.typeName }));

function isFile(value: unknown): value is DescFile {
  return (value as Partial<DescFile>).kind === 'file';
}

const UINT32_MAX = 2 ** 32 - 1;
type Texts = fc.Arbitrary<string>;

/** Also what is no key like others to an object. */
const anyText: Texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
  // Half a surrogate, a mark of the order of bytes, what stands for bytes that are no text, and lengths about those of a longer prefix.
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

function messageOf(schema: DescMessage, text = anyText): fc.Arbitrary<Message> {
  const members = schema.members.map((member): [string, fc.Arbitrary<unknown>] => {
    if (member.kind !== 'oneof') return [member.localName, fc.option(arbitraryOf(member, text), { nil: undefined })];
    const cases = member.fields.map((field) =>
      fc.record({ case: fc.constant(field.localName), value: arbitraryOf(field, text) }),
    );
    return [member.localName, fc.option(fc.oneof(...cases), { nil: undefined })];
  });
  return fc.record(Object.fromEntries(members)).map((init) => create(schema, init as never));
}

/** What a function returns or complains of. */
function outcome(work: () => unknown): unknown {
  try {
    return { value: work() };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const inBytes = (schema: DescMessage, message: Message) => Buffer.from(toBinary(schema, message));
/** There are hundreds of types, made of the same few kinds of fields. */
const RUNS = { numRuns: 8 };

/** A map's key `__proto__` is the library's work: it is no name that a message has. */
const plainText = fc.string({ unit: 'grapheme-ascii' }).filter((text) => text !== '__proto__');

describe.each(schemas)('$name', ({ schema }) => {
  it('is compiled, and needs no library where nothing is unusual', () => {
    const compiled = compiledCodec(schema);
    fc.assert(
      fc.property(messageOf(schema, plainText), (message) => {
        const output = new Output();
        compiled?.write(message, output);
        const bytes = output.take();
        expect(compiled?.read(new Input(bytes), bytes.length)).toStrictEqual(fromBinary(schema, bytes));
      }),
      RUNS,
    );
  });

  it('is written byte for byte as the library writes it, and read as the same values', () => {
    fc.assert(
      fc.property(messageOf(schema), (message) => {
        const bytes = inBytes(schema, message);
        expect(encode(schema, message)).toEqual(bytes);
        const [read, expected] = [decode(schema, bytes), fromBinary(schema, bytes)];
        expect(read).toStrictEqual(expected);
        expect(Object.keys(read)).toEqual(Object.keys(expected));
      }),
      RUNS,
    );
  });

  it('with bytes that somebody has changed is read or refused as the library does', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255), kind: fc.constantFrom('set', 'cut', 'add', 'twice') });
    fc.assert(
      fc.property(messageOf(schema), fc.array(change, { minLength: 1, maxLength: 3 }), (message, changes) => {
        const bytes = changes.reduce(changed, inBytes(schema, message));
        expect(outcome(() => decode(schema, bytes))).toStrictEqual(outcome(() => fromBinary(schema, bytes)));
      }),
      RUNS,
    );
  });

  it('with values that its type cannot hold is written or refused as the library does', () => {
    const odd = fc.constantFrom<unknown>(null, undefined, 'text', 1.5, -1, 2 ** 40, true, 1n, {}, [], [1, ''], NaN);
    const names = schema.members.map(({ localName }) => localName);
    if (names.length === 0) return;
    fc.assert(
      fc.property(
        messageOf(schema),
        fc.constantFrom(...names, '$typeName', '$unknown'),
        odd,
        (message, name, value) => {
          const wrong = { ...message, [name]: value } as Message;
          expect(outcome(() => encode(schema, wrong))).toEqual(outcome(() => inBytes(schema, wrong)));
        },
      ),
      RUNS,
    );
  });

  it('keeps fields that a later contract has added', () => {
    const LATER = Buffer.from([0xc2, 0xbb, 0x01, 1, 7, 0xc8, 0xbb, 0x01, 5]);
    fc.assert(
      fc.property(messageOf(schema), (message) => {
        const read = decode(schema, Buffer.concat([inBytes(schema, message), LATER]));
        expect(read.$unknown).toHaveLength(2);
        expect(encode(schema, read)).toEqual(inBytes(schema, read));
      }),
      RUNS,
    );
  });
});

function changed(bytes: Buffer, { at, byte, kind }: { at: number; byte: number; kind: string }): Buffer {
  const position = at % (bytes.length + 1);
  if (kind === 'cut') return bytes.subarray(0, position);
  if (kind === 'twice') return Buffer.concat([bytes, bytes.subarray(0, position)]);
  const after = bytes.subarray(kind === 'add' ? position : position + 1);
  return Buffer.concat([bytes.subarray(0, position), Buffer.from([byte]), after]);
}

it('types that are not compiled are the library’s alone', () => {
  for (const schema of [StructSchema, DurationSchema, FileDescriptorProtoSchema])
    expect(compiledCodec(schema)).toBeNull();
  const duration = create(DurationSchema, { seconds: 5n, nanos: -1 });
  expect(decode(DurationSchema, encode(DurationSchema, duration))).toEqual(duration);
});

it('a text that was read before is told from one that ends alike', () => {
  const [schema] = schemas.flatMap(({ schema }) => (schema.typeName === 'lyceum.rpc.v1.Entry' ? [schema] : []));
  if (!schema) throw new Error('there is no Entry');
  for (const value of ['a'.repeat(400), `b${'a'.repeat(399)}`, 'a'.repeat(401), 'a'.repeat(400), 'ä'.repeat(300)]) {
    const message = create(schema, { name: 'n', value } as never);
    expect(decode(schema, inBytes(schema, message))).toEqual(message);
  }
});

it('what was written of a message that failed is not before the next', () => {
  const [schema] = schemas.flatMap(({ schema }) => (schema.typeName === 'lyceum.rpc.v1.Call' ? [schema] : []));
  if (!schema) throw new Error('there is no Call');
  const good = create(schema, { method: 'm' } as never);
  expect(() => encode(schema, { ...good, timeoutMs: -1 } as Message)).toThrow('uint32');
  expect(encode(schema, good)).toEqual(inBytes(schema, good));
});
