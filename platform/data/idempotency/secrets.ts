import { clone, type DescField, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';

/** Whether the contract marks a field as secret (`debug_redact`). */
export function isSecret(field: DescField): boolean {
  return field.proto.options?.debugRedact === true;
}

/** Whether messages of a type have a secret field, at any depth. */
export function holdsSecrets(schema: DescMessage): boolean {
  const known = holders.get(schema);
  if (known !== undefined) return known;
  const holds = secretsWithin(schema, new Set());
  holders.set(schema, holds);
  return holds;
}

/** A copy of the message without its secret fields, at every depth; the message itself if its type has none. */
export function withoutSecrets<D extends DescMessage>(schema: D, message: MessageShape<D>): MessageShape<D> {
  if (!holdsSecrets(schema)) return message;
  const copy = clone(schema, message);
  strip(reflect(schema, copy));
  return copy;
}

const holders = new WeakMap<DescMessage, boolean>();

/** @param seen types that were checked already: a message may contain its own type */
function secretsWithin(schema: DescMessage, seen: Set<DescMessage>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return schema.fields.some((field) => isSecret(field) || (field.message && secretsWithin(field.message, seen)));
}

function strip(message: ReflectMessage): void {
  for (const field of message.fields) {
    if (isSecret(field)) message.clear(field);
    else if (field.message && message.isSet(field)) for (const part of partsOf(message, field)) strip(part);
  }
}

/** The messages in a field: one, or those of a list or a map. */
function partsOf(message: ReflectMessage, field: DescField): ReflectMessage[] {
  if (field.fieldKind === 'list') return [...message.get(field)] as ReflectMessage[];
  if (field.fieldKind === 'map') return [...message.get(field).values()] as ReflectMessage[];
  return [message.get(field) as ReflectMessage];
}
