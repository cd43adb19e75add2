import { type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence, type FieldMask } from '@bufbuild/protobuf/wkt';
import { pointerOf } from '../core/errors/pointer.ts';
import type { Violation } from '../core/errors/refusal.ts';
import { isRequired, isResource, isWritable } from '../core/resource.ts';
import { isEmpty, missing } from './field-checks.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A check of the fields that a change sets (`update_mask`, AIP-134): a request may set them, and those that cannot be null have a value. Null for a
 * request that changes no resource.
 */
export function maskCheckOf(request: DescMessage): ((request: Message) => Violation[]) | null {
  const resource = request.fields.find(({ message }) => message && isResource(message));
  if (!resource?.message || !request.field.updateMask) return null;
  const { localName, jsonName, message } = resource;
  const settable = new Map(message.fields.filter(isWritable).map((field) => [field.name, field]));
  return (value) => {
    const { updateMask, [localName]: given } = value as unknown as { updateMask?: FieldMask } & Record<string, Fields>;
    return (updateMask?.paths ?? []).flatMap((path, index): Violation[] => {
      const field = settable.get(path);
      const pointer = pointerOf(['updateMask', 'paths', index]);
      if (!field) return [{ pointer, code: 'unknown_field', message: 'is not a field that a request can set' }];
      const lacksValue = cannotBeEmpty(field) && given && isEmpty(given[field.localName]);
      return lacksValue ? [missing([jsonName, field.jsonName])] : [];
    });
  };
}

/** A text without presence cannot be null, and none of the contract's may be empty. */
function cannotBeEmpty(field: DescField): boolean {
  const { IMPLICIT } = FeatureSet_FieldPresence;
  return (
    isRequired(field) ||
    (field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING && field.presence === IMPLICIT)
  );
}
