import { type DescMessage, fromBinary, type Message, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { Edition } from '@bufbuild/protobuf/wkt';
import { Refusal } from '../../core/errors/refusal.ts';
import { MESSAGE_BYTES_AT_MOST } from '../message-limits.ts';
import { Input } from './input.ts';
import { NOT_COMPILED, Output } from './output.ts';
import { readCode } from './read-code.ts';
import { Unsupported, unsupported } from './scalars.ts';
import { writeCode } from './write-code.ts';

// Microseconds to write and to read, by the library / by compiled code: a page of 50 users 63 and 90 / 23 and 19, one user 2.3 and 2.4 / 0.6 and
// 0.5, a frame of 16 calls 29 and 32 / 11 and 8 (by hand 9 and 13). The library's BinaryWriter and BinaryReader are the greater part of its.

const output = new Output();

/**
 * A message's bytes, as the library's `toBinary` writes them: code compiled from the descriptor writes what is plain, the library everything
 * else. Throws as it does, for values that the contract's type cannot hold.
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

/** A reply's bytes. Throws for values that the contract's types can not hold, and DEPENDENCY_UNAVAILABLE for more bytes than a call may carry. */
export function encodeReply(schema: DescMessage, message: Message): Buffer {
  const encoded = encode(schema, message);
  if (encoded.length <= MESSAGE_BYTES_AT_MOST) return encoded;
  throw new Refusal('DEPENDENCY_UNAVAILABLE', { cause: new Error('the answer is too large') });
}

/**
 * The message that bytes hold, as the library's `fromBinary` reads it, with the fields that a later contract has added. Throws as it does, for
 * bytes that are no such message.
 */
export function decode<D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> {
  try {
    const compiled = Buffer.isBuffer(bytes) && compiledCodec(schema);
    if (compiled) return compiled.read(new Input(bytes), bytes.length) as MessageShape<D>;
  } catch {
    // The library says what is wrong with the bytes, or knows how to read them.
  }
  return fromBinary(schema, bytes);
}

/** Both give up by throwing, whatever it is. */
interface Compiled {
  write(message: Message, output: Output): void;
  /** @param end where the message ends */
  read(input: Input, end: number): Message;
}

const compiled = new Map<DescMessage, Compiled | null>();

/**
 * Code that writes and reads messages of one type, made from its descriptor at the first use; null for a type with something that our
 * contracts have no use for: 64-bit numbers, recursion, proto2, types that the library represents in a way of its own.
 */
export function compiledCodec(schema: DescMessage): Compiled | null {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // What a message that contains its own type finds.
  compiled.set(schema, null);
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

function compile(schema: DescMessage): Compiled | null {
  const parts: Compiled[] = [];
  const partOf = (part: DescMessage) => {
    const made = compiledCodec(part) ?? unsupported();
    return parts.includes(made) ? parts.indexOf(made) : parts.push(made) - 1;
  };
  // Names in the code are those of our own contracts. Fastify compiles its schemas in the same way.
  const run = (code: string) => new Function('parts', 'NOT_COMPILED', 'NO_BYTES', code)(parts, NOT_COMPILED, NO_BYTES);
  try {
    if (schema.file.edition !== Edition.EDITION_PROTO3 || isSpecial(schema)) unsupported();
    return { write: run(writeCode(schema, partOf)), read: run(readCode(schema, partOf)) };
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** The library, too, has one for all. */
const NO_BYTES = new Uint8Array(0);

function isSpecial({ typeName }: DescMessage): boolean {
  return typeName.startsWith('google.protobuf.') && typeName !== 'google.protobuf.Any';
}
