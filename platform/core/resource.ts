import { create, type DescField, type DescMessage, getOption, type Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import type { FieldMask } from '@bufbuild/protobuf/wkt';
import { behavior, FieldBehavior } from '../../proto/gen/lyceum/common/v1/behavior_pb.ts';
import { present } from './present.ts';

/**
 * Resources of the contract as services store them: fields have the same names, and null where a message has no value.
 */

type FieldName<M> = Exclude<keyof M, '$typeName' | '$unknown'>;

/** A resource as it is stored. @typeParam Other fields of the message that are composed of something else */
export type StateOf<M extends Message, Other extends FieldName<M> = never> = {
  readonly [K in Exclude<FieldName<M>, Other>]-?: undefined extends M[K]
    ? Exclude<M[K], undefined> | null
    : M[K] extends (infer Item)[]
      ? readonly Item[]
      : M[K];
};

/** Fields that the service sets in every resource. */
type Own = 'id' | 'createdAt' | 'updatedAt' | 'revision' | 'sequence' | 'erasedAt';

/** The fields of a new resource that its request may give. */
export function givenFields<M extends Message>(
  schema: GenMessage<M>,
  resource: M | undefined,
): Omit<StateOf<M>, Own & keyof M> {
  return valuesOf(schema.fields.filter(isWritable), present(resource, schema.name)) as Omit<StateOf<M>, Own & keyof M>;
}

/**
 * The state with the fields that a request changes, if the state has them; rules treat the others, and those that
 * depend on each other.
 */
export function patched<M extends Message, S extends object>(
  schema: GenMessage<M>,
  state: S,
  resource: M | undefined,
  mask: FieldMask | undefined,
): S {
  const fields = maskedFields(schema, mask).filter(({ localName }) => localName in state);
  return { ...state, ...valuesOf(fields, present(resource, schema.name)) };
}

/** The resource of a change with the fields that it sets only. */
export function masked<M extends Message>(
  schema: GenMessage<M>,
  resource: M | undefined,
  mask: FieldMask | undefined,
): M {
  const values = present(resource, schema.name) as unknown as Readonly<Record<string, unknown>>;
  const given = maskedFields(schema, mask).map(({ localName }) => [localName, values[localName]]);
  return create(schema, Object.fromEntries(given));
}

function maskedFields<M extends Message>({ fields }: GenMessage<M>, mask: FieldMask | undefined): DescField[] {
  const paths = new Set(mask?.paths);
  return fields.filter((field) => paths.has(field.name) && isWritable(field));
}

/** Whether a message is a resource of the contract: it says what requests may do with its fields. */
export function isResource({ fields }: DescMessage): boolean {
  return fields.some((field) => getOption(field, behavior));
}

/** Whether a request may give the field. */
export function isWritable(field: DescField): boolean {
  return behaviorOf(field) !== FieldBehavior.OUTPUT_ONLY;
}

/** Whether a request that creates the resource must give the field. */
export function isRequired(field: DescField): boolean {
  return behaviorOf(field) === FieldBehavior.REQUIRED;
}

/** Whether only requests have the field. */
export function isInputOnly(field: DescField): boolean {
  return behaviorOf(field) === FieldBehavior.INPUT_ONLY;
}

/** Remembered: each look-up of an option reads the field's descriptor anew. */
const behaviors = new Map<DescField, FieldBehavior>();

function behaviorOf(field: DescField): FieldBehavior {
  return behaviors.getOrInsertComputed(field, () => getOption(field, behavior));
}

function valuesOf(fields: readonly DescField[], resource: Message): object {
  const values = resource as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map(({ localName }) => [localName, values[localName] ?? null]));
}

/**
 * Writes a resource's messages. Compiled: all have one shape, and a page of 50 is made without looking a field up.
 * @param only the fields that the states have; the others are empty in the messages
 */
export function messageWriter<M extends Message, Field extends FieldName<M> = FieldName<M>>(
  schema: GenMessage<M>,
  only?: readonly Field[],
): (state: Pick<StateOf<M>, Field>) => M {
  const empty = create(schema) as unknown as Readonly<Record<string, unknown>>;
  const members = schema.fields.map(({ localName }) => {
    const value = empty[localName];
    const without = typeof value === 'bigint' ? `${value}n` : `${JSON.stringify(value)}`;
    const isRead = !only || only.some((name) => name === localName);
    return `${localName}: ${isRead ? `state.${localName} ?? ${without}` : without}`;
  });
  return new Function('state', `return { $typeName: '${schema.typeName}', ${members.join(', ')} };`) as (
    state: Pick<StateOf<M>, Field>,
  ) => M;
}
