import { create, type DescField, type DescMessage, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { DurationSchema, FileDescriptorProtoSchema, StructSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractFiles, messageOf, plainText } from '../../../test/support/calls/any-message.ts';
import { CallSchema, EntrySchema, file_mux_v1_mux } from '../gen/mux/v1/mux_pb.ts';
import { compiledCodec, decode, encode } from './codec.ts';
import { Input } from './input.ts';
import { Output } from './output.ts';

// The library is the reference: bytes, values and errors are the same for any message.

const files = [...contractFiles, file_mux_v1_mux];
/** There are hundreds of types with the same few kinds of fields: those that together have each kind. */
const schemas = coverOf(files.flatMap(({ messages }) => messages)).map((schema) => ({ schema, name: schema.typeName }));

/** What the codec distinguishes in a field. */
function kindOf(field: DescField): string {
  const { fieldKind, presence, number } = field;
  const inner = 'scalar' in field ? field.scalar : '';
  const element = field.fieldKind === 'list' ? `${field.listKind} ${field.packed}` : '';
  const value = field.fieldKind === 'map' ? `${field.mapKey} ${field.mapKind}` : '';
  return [fieldKind, inner, element, value, presence, field.oneof !== undefined, number > 15].join();
}

/** As few types as have a field of each kind, the largest first; and those without fields. */
function coverOf(all: readonly DescMessage[]): DescMessage[] {
  const left = new Set(all.flatMap(({ fields }) => fields.map(kindOf)));
  const cover = all.filter(({ fields }) => fields.length === 0).slice(0, 1);
  for (const schema of all.toSorted((a, b) => b.fields.length - a.fields.length)) {
    const own = schema.fields.map(kindOf).filter((kind) => left.has(kind));
    if (own.length > 0) cover.push(schema);
    for (const kind of own) left.delete(kind);
  }
  return cover;
}

/** What a function returns or throws. */
function outcome(work: () => unknown): unknown {
  try {
    return { value: work() };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const inBytes = (schema: DescMessage, message: Message) => Buffer.from(toBinary(schema, message));
const RUNS = { numRuns: 20 };

describe.each(schemas)('$name', ({ schema }) => {
  it('is compiled, and does not need the library for usual values', () => {
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

  it('is written byte for byte like the library, and read as the same values', () => {
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

  it('with changed bytes is read or rejected like the library', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255), kind: fc.constantFrom('set', 'cut', 'add', 'twice') });
    fc.assert(
      fc.property(messageOf(schema), fc.array(change, { minLength: 1, maxLength: 3 }), (message, changes) => {
        const bytes = changes.reduce(changed, inBytes(schema, message));
        expect(outcome(() => decode(schema, bytes))).toStrictEqual(outcome(() => fromBinary(schema, bytes)));
      }),
      RUNS,
    );
  });

  it('with values that its type cannot represent is written or rejected like the library', () => {
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

  it('keeps unknown fields of a later version', () => {
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

it('types that are not compiled are left to the library', () => {
  for (const schema of [StructSchema, DurationSchema, FileDescriptorProtoSchema])
    expect(compiledCodec(schema)).toBeNull();
  const duration = create(DurationSchema, { seconds: 5n, nanos: -1 });
  expect(decode(DurationSchema, encode(DurationSchema, duration))).toEqual(duration);
});

it('a cached string is distinguished from one with the same end', () => {
  for (const value of ['a'.repeat(400), `b${'a'.repeat(399)}`, 'a'.repeat(401), 'a'.repeat(400), 'ä'.repeat(300)]) {
    const message = create(EntrySchema, { name: 'n', value });
    expect(decode(EntrySchema, inBytes(EntrySchema, message))).toEqual(message);
  }
});

it('the bytes of a failed message are not part of the next', () => {
  const good = create(CallSchema, { method: 'm' });
  expect(() => encode(CallSchema, { ...good, timeoutMs: -1 })).toThrow('uint32');
  expect(encode(CallSchema, good)).toEqual(inBytes(CallSchema, good));
});
