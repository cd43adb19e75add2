import { getOption, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { format, TextFormat } from '../../proto/gen/lyceum/common/v1/format_pb.ts';
import { fromInstantText, toInstantText } from './instant.ts';
import { isWritable } from './resource.ts';

type Values = Readonly<Record<string, unknown>>;

/** A resource in JSON as requests to services have it: without nulls, its instants in the one form that services accept. */
export function resourceIn<M extends Message>(schema: GenMessage<M>, body: object): MessageInitShape<GenMessage<M>> {
  const values = schema.fields.flatMap((field): [string, unknown][] => {
    const value = (body as Values)[field.localName];
    if (value === undefined || value === null) return [];
    const isInstant = getOption(field, format) === TextFormat.INSTANT;
    return [[field.localName, isInstant ? toInstantText(fromInstantText(value as string)) : withoutNulls(value)]];
  });
  return Object.fromEntries(values) as MessageInitShape<GenMessage<M>>;
}

/** The fields of a resource that JSON sets, or clears with null, by their names in the contract (AIP-134). */
export function maskOf<M extends Message>(schema: GenMessage<M>, body: object): { paths: string[] } {
  const given = schema.fields.filter((field) => isWritable(field) && Object.hasOwn(body, field.localName));
  return { paths: given.map(({ name }) => name) };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));
}
