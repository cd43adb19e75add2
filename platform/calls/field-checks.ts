import { type DescField, type DescMessage, getOption, type Message, ScalarType } from '@bufbuild/protobuf';
import type { Path as FieldPath } from '@bufbuild/protobuf/reflect';
import { FeatureSet_FieldPresence, type FieldMask } from '@bufbuild/protobuf/wkt';
import { format, TextFormat } from '../../proto/gen/lyceum/common/v1/format_pb.ts';
import { pointerOf } from '../core/errors/pointer.ts';
import type { Violation } from '../core/errors/refusal.ts';
import { blankFault, emailFault, isWebAddress, NO_WEB_ADDRESS } from '../core/formats.ts';
import { dateFault, instantFault } from '../core/instant.ts';
import { isRequired, isResource, isWritable } from '../core/resource.ts';

/** The path of a message in its request, from which pointers are built. */
type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;
type Check = (message: Fields, path: Path, faults: Violation[]) => void;

/**
 * A check of a request's fields against what its proto says of them beside validation rules: required fields
 * (`lyceum.common.v1.behavior`) and formats of strings (`lyceum.common.v1.format`); null if it says nothing. This is
 * code, not a validation rule, because a rule would be an expression interpreted for each string, and a bulk request
 * has thousands of instants.
 */
export function fieldCheckOf(schema: DescMessage): ((request: Message) => Violation[]) | null {
  const checks = checksOf(schema);
  if (checks.length === 0) return null;
  return (request) => {
    const faults: Violation[] = [];
    for (const check of checks) check(request as unknown as Fields, [], faults);
    return faults;
  };
}

const known = new Map<DescMessage, Check[]>();

/** The checks of a message, including nested ones; empty if its fields have neither. */
function checksOf(schema: DescMessage): readonly Check[] {
  let checks = known.get(schema);
  if (!checks) {
    checks = [];
    // Registered before its fields are visited: a message can contain its own type.
    known.set(schema, checks);
    for (const field of schema.fields) {
      const check = checkOf(field);
      if (check) checks.push(check);
    }
  }
  return checks;
}

/** @param isPartial whether its message is the resource of a change, which has only the fields that it sets */
function checkOf(field: DescField, isPartial = false): Check | null {
  const checkValue = checkOfValue(field);
  const isNeeded = isRequired(field);
  if (!checkValue && !isNeeded) return null;
  return (message, path, faults) => {
    const value = valueIn(message, field);
    const at = [...path, field.jsonName];
    if (isNeeded && isEmpty(value)) {
      if (!isPartial) faults.push(missing(at));
      return;
    }
    if (value === undefined || !checkValue) return;
    if (!Array.isArray(value)) checkValue(value, at, faults);
    else for (const [index, item] of value.entries()) checkValue(item, [...at, index], faults);
  };
}

/** The check of a field's value, or of each of its items. Map values have no formats. */
function checkOfValue(field: DescField): ((value: unknown, path: Path, faults: Violation[]) => void) | null {
  const nested = field.fieldKind === 'map' ? undefined : field.message;
  if (nested) {
    const isChanged = field.parent.field.updateMask !== undefined && isResource(nested);
    const checks = isChanged ? nested.fields.flatMap((each) => checkOf(each, true) ?? []) : checksOf(nested);
    return (value, path, faults) => {
      for (const check of checks) check(value as Fields, path, faults);
    };
  }
  const faultOf = FAULTS[getOption(field, format)];
  if (!faultOf) return null;
  return (value, path, faults) => {
    const fault = faultOf(value as string);
    if (fault) faults.push({ pointer: pointerOf(path), ...fault });
  };
}

/** Whether a field has no value, or one that a message cannot tell from none. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** The violation of a required field without a value. */
export function missing(path: Path): Violation {
  return { pointer: pointerOf(path), code: 'required', message: 'is required' };
}

/** A field's value; undefined if it is absent, or not the chosen one of its oneof. */
export function valueIn(message: Fields, { oneof, localName }: DescField): unknown {
  if (!oneof) return message[localName];
  const chosen = message[oneof.localName] as { readonly case?: string; readonly value?: unknown };
  return chosen.case === localName ? chosen.value : undefined;
}

const FAULTS: Readonly<Record<TextFormat, ((text: string) => Omit<Violation, 'pointer'> | null) | null>> = {
  [TextFormat.UNSPECIFIED]: null,
  [TextFormat.INSTANT]: instantFault,
  [TextFormat.EMAIL]: emailFault,
  [TextFormat.WEB_ADDRESS]: (text) => (isWebAddress(text) ? null : NO_WEB_ADDRESS),
  [TextFormat.DATE]: dateFault,
  [TextFormat.NOT_BLANK]: blankFault,
};

/**
 * A check of the fields that a change sets (`update_mask`, AIP-134): a request may set them, and those that cannot be
 * null have a value. Null for a request that changes no resource.
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

/** A field path as an RFC 6901 pointer with JSON names: `items[3].start_time` is `/items/3/startTime`. */
export function pointerOfField(path: FieldPath): string {
  return pointerOf(path.map(segmentOf));
}

function segmentOf(step: FieldPath[number]): string {
  switch (step.kind) {
    case 'field':
      return step.jsonName;
    case 'oneof':
      return step.name;
    case 'extension':
      return step.typeName;
    case 'list_sub':
      return String(step.index);
    case 'map_sub':
      return String(step.key);
  }
}
