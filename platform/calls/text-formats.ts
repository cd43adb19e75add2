import { type DescField, type DescMessage, getOption, type Message } from '@bufbuild/protobuf';
import { format, TextFormat } from '../../proto/gen/lyceum/common/v1/format_pb.ts';
import { emailFault } from '../core/email.ts';
import { pointerOf } from '../core/errors/pointer.ts';
import type { Violation } from '../core/errors/refusal.ts';
import { instantFault } from '../core/instant.ts';

/** Where a message is in its request: what a pointer is made of. */
type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;
type Check = (message: Fields, path: Path, faults: Violation[]) => void;

/**
 * What finds the faults of a request's texts by the formats that its contract names (`lyceum.common.v1.format`); null where it names none. It is code, not a validation rule: a rule would
 * be an expression that is interpreted for each text, and a bulk holds thousands of instants.
 */
export function textCheckOf(schema: DescMessage): ((request: Message) => Violation[]) | null {
  const checks = checksOf(schema);
  if (checks.length === 0) return null;
  return (request) => {
    const faults: Violation[] = [];
    for (const check of checks) check(request as unknown as Fields, [], faults);
    return faults;
  };
}

const known = new Map<DescMessage, Check[]>();

/** What is to be checked of a message; nothing where neither it nor what it holds has a format. */
function checksOf(schema: DescMessage): readonly Check[] {
  let checks = known.get(schema);
  if (!checks) {
    checks = [];
    // Known before its fields are looked at: a message may hold others of its kind.
    known.set(schema, checks);
    for (const field of schema.fields) {
      const check = checkOf(field);
      if (check) checks.push(check);
    }
  }
  return checks;
}

function checkOf(field: DescField): Check | null {
  const checkValue = checkOfValue(field);
  if (!checkValue) return null;
  return (message, path, faults) => {
    const value = valueIn(message, field);
    if (value === undefined) return;
    const at = [...path, field.jsonName];
    if (!Array.isArray(value)) checkValue(value, at, faults);
    else for (const [index, item] of value.entries()) checkValue(item, [...at, index], faults);
  };
}

/** The check of a field's value, or of each of its items. Values of maps have no formats. */
function checkOfValue(field: DescField): ((value: unknown, path: Path, faults: Violation[]) => void) | null {
  const nested = field.fieldKind === 'map' ? undefined : field.message;
  if (nested) {
    const checks = checksOf(nested);
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

function valueIn(message: Fields, { oneof, localName }: DescField): unknown {
  if (!oneof) return message[localName];
  const chosen = message[oneof.localName] as { readonly case?: string; readonly value?: unknown };
  return chosen.case === localName ? chosen.value : undefined;
}

const FAULTS: Readonly<Record<TextFormat, ((text: string) => Omit<Violation, 'pointer'> | null) | null>> = {
  [TextFormat.UNSPECIFIED]: null,
  [TextFormat.INSTANT]: instantFault,
  [TextFormat.EMAIL]: emailFault,
};
