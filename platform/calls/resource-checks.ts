import { type DescField, type DescMessage, getOption, type Message, ScalarType } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import { behavior } from '../../proto/gen/lyceum/common/v1/behavior_pb.ts';
import { pointerOf } from '../core/errors/pointer.ts';
import type { Violation } from '../core/errors/refusal.ts';
import { isRequired, isWritable } from '../core/resource.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A check of the resource in a request against the behaviour of its fields (`lyceum.common.v1.behavior`): a new one must have what is required, a
 * change names fields that it may set, and gives those a value that cannot be null. Null for a request without a resource.
 */
export function resourceCheckOf(request: DescMessage): ((request: Message) => Violation[]) | null {
  const resource = request.fields.find(({ fieldKind, message }) => fieldKind === 'message' && isResource(message));
  if (!resource?.message) return null;
  const { localName, jsonName, message } = resource;
  const required = message.fields.filter(isRequired);
  const settable = new Map(message.fields.filter(isWritable).map((field) => [field.name, field]));
  return (value) => {
    const { updateMask, ...fields } = value as unknown as Fields & { updateMask?: { paths: readonly string[] } };
    const given = fields[localName] as Fields | undefined;
    if (!given) return [];
    const mustHaveValue = (field: DescField): Violation[] =>
      isEmpty(given[field.localName])
        ? [{ pointer: pointerOf([jsonName, field.jsonName]), code: 'required', message: 'is required' }]
        : [];
    if (!request.field.updateMask) return required.flatMap(mustHaveValue);
    return (updateMask?.paths ?? []).flatMap((path, index): Violation[] => {
      const field = settable.get(path);
      const pointer = pointerOf(['updateMask', 'paths', index]);
      if (!field) return [{ pointer, code: 'unknown_field', message: 'is not a field that a request can set' }];
      return cannotBeEmpty(field) ? mustHaveValue(field) : [];
    });
  };
}

function isResource({ fields }: DescMessage): boolean {
  return fields.some((field) => getOption(field, behavior));
}

/** A text without presence cannot be null, and none of the contract's may be empty. */
function cannotBeEmpty(field: DescField): boolean {
  const { IMPLICIT } = FeatureSet_FieldPresence;
  return (
    isRequired(field) ||
    (field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING && field.presence === IMPLICIT)
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}
