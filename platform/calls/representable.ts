import { type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { pointerOf } from '../core/errors/pointer.ts';
import { refuse, type Violation } from '../core/errors/refusal.ts';
import { valueIn } from './field-checks.ts';

/** A value that its field's type does not have; the path leads to it from the message that was checked. */
interface Fault extends Omit<Violation, 'pointer'> {
  readonly path: (string | number)[];
}

/** Allocates nothing for a value that is right: every call is checked. */
type Check = (value: unknown) => Fault | null;

/**
 * Refuses a request with a value that its field's type does not have (REQUEST_INVALID): half an integer, a text with
 * half a surrogate pair. Between processes encoding would fail at some of them, as a bug of the caller, and change
 * others; within one process nothing would look at them. So both are checked alike, before the call.
 */
export function refuseUnrepresentable(schema: DescMessage, request: Message): void {
  const fault = checkOfMessage(schema)(request);
  if (!fault) return;
  const { path, code, message } = fault;
  refuse('REQUEST_INVALID', { violations: [{ pointer: pointerOf(path), code, message }] });
}

const known = new Map<DescMessage, Check>();

function checkOfMessage(schema: DescMessage): Check {
  const made = known.get(schema);
  if (made) return made;
  const fields: { readonly field: DescField; readonly check: Check }[] = [];
  const check: Check = (value) => {
    if ((value as Message | null)?.$typeName !== schema.typeName) return fault('must be a message of its type');
    for (const { field, check } of fields) {
      const own = valueIn(value as Readonly<Record<string, unknown>>, field);
      // Of a field without presence, the library gives every message a value.
      const found = own === undefined ? null : check(own);
      if (found) return within(field.jsonName, found);
    }
    return null;
  };
  // Registered before its fields are visited: a message can contain its own type.
  known.set(schema, check);
  for (const field of schema.fields) fields.push({ field, check: checkOfField(field) });
  return check;
}

function checkOfField(field: DescField): Check {
  const check = field.message
    ? checkOfMessage(field.message)
    : checkOfScalar(field.enum ? ScalarType.INT32 : field.scalar);
  if (field.fieldKind === 'list')
    return (value) => (Array.isArray(value) ? itemFault(value, check) : fault('must be a list'));
  if (field.fieldKind === 'map')
    return (value) => (isRecord(value) ? entryFault(value, check) : fault('must be a map'));
  return check;
}

function itemFault(items: readonly unknown[], check: Check): Fault | null {
  for (let index = 0; index < items.length; index++) {
    const found = check(items[index]);
    if (found) return within(index, found);
  }
  return null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys are strings in all contracts. */
function entryFault(entries: Readonly<Record<string, unknown>>, check: Check): Fault | null {
  for (const key of Object.keys(entries)) {
    const found = isText(key) ?? check(entries[key]);
    if (found) return within(key, found);
  }
  return null;
}

function within(name: string | number, found: Fault): Fault {
  found.path.unshift(name);
  return found;
}

function fault(message: string, code: Violation['code'] = 'invalid_value'): Fault {
  return { path: [], code, message };
}

const isText: Check = (value) => {
  if (typeof value !== 'string') return fault('must be a text', 'invalid_string');
  return value.isWellFormed() ? null : fault('must be well-formed Unicode', 'invalid_string');
};

function isIntegerFrom(least: number, most: number): Check {
  const message = `must be an integer from ${least} to ${most}`;
  return (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most ? null : fault(message);
}

const CHECKS: { readonly [S in ScalarType]?: Check } = {
  [ScalarType.STRING]: isText,
  [ScalarType.BYTES]: (value) => (value instanceof Uint8Array ? null : fault('must be bytes')),
  [ScalarType.BOOL]: (value) => (typeof value === 'boolean' ? null : fault('must be true or false')),
  [ScalarType.DOUBLE]: (value) => (Number.isFinite(value) ? null : fault('must be a finite number')),
  [ScalarType.INT32]: isIntegerFrom(-(2 ** 31), 2 ** 31 - 1),
  [ScalarType.UINT32]: isIntegerFrom(0, 2 ** 32 - 1),
  [ScalarType.INT64]: (value) =>
    typeof value === 'bigint' && BigInt.asIntN(64, value) === value ? null : fault('must be an integer of 64 bits'),
};

/** Throws for a type that no contract has yet, when its method is first called. */
function checkOfScalar(type: ScalarType | undefined): Check {
  const check = type === undefined ? undefined : CHECKS[type];
  if (!check) throw new Error(`there is no check of values of the type ${type}`);
  return check;
}
