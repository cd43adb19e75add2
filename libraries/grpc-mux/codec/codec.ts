import { type DescMessage, fromBinary, type Message, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { Edition } from '@bufbuild/protobuf/wkt';
import { compile } from './compile.ts';
import { Input } from './input.ts';
import { NOT_COMPILED, Output } from './output.ts';
import { readCode } from './read-code.ts';
import { Unsupported, unsupported } from './scalars.ts';
import { writeCode } from './write-code.ts';

// Most of the library's time is in its BinaryWriter and BinaryReader; the README has the gain.

const output = new Output();

/**
 * A message's bytes, identical to the library's `toBinary`: code compiled from the descriptor writes common cases, the
 * library everything else. Like the library, throws for values that the field's type cannot represent.
 */
export function encode<D extends DescMessage>(schema: D, message: MessageShape<D>): Buffer {
  const compiled = compiledCodec(schema);
  if (compiled) {
    try {
      compiled.write(message as Message, output);
      return output.take();
    } catch {
      output.clear();
    }
  }
  const { buffer, byteOffset, byteLength } = toBinary(schema, message);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * Decodes a message like the library's `fromBinary`, including unknown fields of a later version. Like the library,
 * throws for invalid bytes.
 */
export function decode<D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> {
  try {
    const compiled = Buffer.isBuffer(bytes) && compiledCodec(schema);
    if (compiled) return compiled.read(new Input(bytes), bytes.length) as MessageShape<D>;
  } catch {
    // The library can read the bytes, or reports their fault.
  }
  return fromBinary(schema, bytes);
}

/** Both methods throw to give up; the value thrown does not matter. */
interface Compiled {
  write(message: Message, output: Output): void;
  /** @param end where the message ends */
  read(input: Input, end: number): Message;
}

const compiled = new Map<DescMessage, Compiled | null>();

/**
 * Code that writes and reads messages of one type, compiled from its descriptor at the first use. Null for a type with
 * rarer features: numbers of other kinds than int32, uint32, int64 and double, recursion, proto2, types with a special
 * representation in the library.
 */
export function compiledCodec(schema: DescMessage): Compiled | null {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // Found by a message that contains its own type.
  compiled.set(schema, null);
  const made = compiledOf(schema);
  compiled.set(schema, made);
  return made;
}

function compiledOf(schema: DescMessage): Compiled | null {
  const parts: Compiled[] = [];
  const partOf = (part: DescMessage) => {
    const made = compiledCodec(part) ?? unsupported();
    return parts.includes(made) ? parts.indexOf(made) : parts.push(made) - 1;
  };
  const values = { parts, NOT_COMPILED, NO_BYTES };
  try {
    if (schema.file.edition !== Edition.EDITION_PROTO3 || isSpecial(schema)) unsupported();
    const write = compile(values, writeCode(schema, partOf)) as Compiled['write'];
    return { write, read: compile(values, readCode(schema, partOf)) as Compiled['read'] };
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** Shared by all messages, as in the library. */
const NO_BYTES = new Uint8Array(0);

function isSpecial({ typeName }: DescMessage): boolean {
  return typeName.startsWith('google.protobuf.') && !/\.(Any|FieldMask)$/.test(typeName);
}
