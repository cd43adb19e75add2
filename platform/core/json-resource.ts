import { type DescMessage, getOption, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { format, TextFormat } from '../../proto/gen/lyceum/common/v1/format_pb.ts';
import { fromInstantText, toInstantText } from './instant.ts';
import { isWritable } from './resource.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * A resource in JSON as requests to services have it: without nulls, its instants in the one form that services accept.
 */
export function resourceIn<M extends Message>(schema: GenMessage<M>, json: object): MessageInitShape<GenMessage<M>> {
  return fieldsIn(schema, json as Json) as MessageInitShape<GenMessage<M>>;
}

/** The fields of a resource that JSON sets, or clears with null, by their names in the contract (AIP-134). */
export function maskOf<M extends Message>(schema: GenMessage<M>, json: object): { paths: string[] } {
  const given = schema.fields.filter((field) => isWritable(field) && Object.hasOwn(json, field.localName));
  return { paths: given.map(({ name }) => name) };
}

function fieldsIn(schema: DescMessage, json: Json): Json {
  const fields: Record<string, unknown> = {};
  for (const [name, read] of readersOf(schema)) {
    const value = json[name];
    if (value !== undefined && value !== null) fields[name] = Array.isArray(value) ? value.map(read) : read(value);
  }
  return fields;
}

type Reader = (value: unknown) => unknown;

const readers = new Map<DescMessage, readonly [string, Reader][]>();

function readersOf(schema: DescMessage): readonly [string, Reader][] {
  return readers.getOrInsertComputed(schema, ({ fields }) =>
    fields.map((field): [string, Reader] => {
      const { localName, message } = field;
      if (message) return [localName, (value) => fieldsIn(message, value as Json)];
      const isInstant = getOption(field, format) === TextFormat.INSTANT;
      return [localName, isInstant ? (text) => toInstantText(fromInstantText(text as string)) : (value) => value];
    }),
  );
}
