import type { DescMessage, Message } from '@bufbuild/protobuf';
import { Edition } from '@bufbuild/protobuf/wkt';
import type { Input } from './input.ts';
import { NOT_COMPILED, type Output } from './output.ts';
import { readCode } from './read-code.ts';
import { Unsupported, unsupported } from './scalars.ts';
import { writeCode } from './write-code.ts';

/** Both give up by throwing, whatever it is. */
export interface Compiled {
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
