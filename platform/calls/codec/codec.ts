import { type DescMessage, fromBinary, type Message, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { compiledCodec } from './compile.ts';
import { Input } from './input.ts';
import { Output } from './output.ts';

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

/**
 * The message that bytes hold, as the library's `fromBinary` reads it, with the fields that a later contract has added. Throws as it does, for
 * bytes that are no such message.
 */
export function decode<D extends DescMessage>(schema: D, bytes: Buffer): MessageShape<D> {
  try {
    const message = compiledCodec(schema)?.read(new Input(bytes), bytes.length);
    if (message) return message as MessageShape<D>;
  } catch {
    // The library says what is wrong with the bytes, or knows how to read them.
  }
  return fromBinary(schema, bytes);
}
