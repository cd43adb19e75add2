import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TObject } from 'typebox';
import { escapeSegment } from '../../platform/core/errors/pointer.ts';
import type { Violation, ViolationCode } from '../../platform/core/errors/refusal.ts';
import { blankFault, emailFault, isWebAddress, NO_WEB_ADDRESS } from '../../platform/core/formats.ts';
import { dateFault, dateTimeFault } from '../../platform/core/instant.ts';

/**
 * Returns the violations of a value, at most a hundred; none when it matches the schema. Never changes the value: no
 * coercion, no defaults.
 */
export type Validate = (value: unknown) => readonly Violation[];

const MAX_FAULTS = 100;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  validateFormats: true,
  ownProperties: true,
  verbose: true,
  code: { process: endingEarly },
});
ajv.addFormat('date-time', (text: string) => dateTimeFault(text) === null);
ajv.addFormat('date', (text: string) => dateFault(text) === null);
// An address that is too long is reported by `maxLength`.
ajv.addFormat('email', (text: string) => emailFault(text)?.code !== 'invalid_string');
ajv.addFormat('uri', isWebAddress);
ajv.addFormat('not-blank', (text: string) => blankFault(text) === null);

/** Compiles a schema, once, at start. When a list is too long, only that is reported: nothing in it is checked. */
export function compileValidator(schema: TObject): Validate {
  const validate: ValidateFunction = ajv.compile(schema);
  const lists = boundedListsOf(schema);
  return (value) => {
    const tooLong = tooLongOf(value, lists);
    if (tooLong.length > 0) return tooLong;
    if (validate(value)) return NONE;
    return (validate.errors ?? []).map(toViolation);
  };
}

interface BoundedList {
  readonly name: string;
  readonly maxItems: number;
}

function boundedListsOf({ properties }: TObject): BoundedList[] {
  return Object.entries(properties).flatMap(([name, { maxItems }]: [string, { maxItems?: number }]) =>
    maxItems === undefined ? [] : [{ name, maxItems }],
  );
}

function tooLongOf(value: unknown, lists: readonly BoundedList[]): readonly Violation[] {
  if (lists.length === 0 || typeof value !== 'object' || value === null) return NONE;
  return lists.flatMap(({ name, maxItems }): Violation[] => {
    const list = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (!Array.isArray(list) || list.length <= maxItems) return [];
    return [{ pointer: `/${name}`, code: 'too_big', message: `must NOT have more than ${maxItems} items` }];
  });
}

const NONE: readonly Violation[] = [];

/**
 * Changes a validator's code to return after the last violation that is reported: the library can only stop at the
 * first one or never.
 */
function endingEarly(code: string): string {
  const name = /return function (\w+)\(/.exec(code)?.[1];
  return code.replaceAll('errors++;', `if(++errors===${MAX_FAULTS}){${name}.errors=vErrors;return false;}`);
}

function toViolation(error: ErrorObject): Violation {
  const { pointer, code } = pointerAndCodeOf(error);
  const faultOf = error.keyword === 'format' ? FAULTS.get(error.params.format) : undefined;
  return { pointer, code, message: messageOf(error), ...faultOf?.(String(error.data)) };
}

const FAULTS = new Map<string, (text: string) => Omit<Violation, 'pointer'> | null>([
  ['date-time', dateTimeFault],
  ['date', dateFault],
  ['not-blank', blankFault],
]);

function pointerAndCodeOf(error: ErrorObject): { pointer: string; code: ViolationCode } {
  const at = error.instancePath;
  switch (error.keyword) {
    case 'required':
      return { pointer: `${at}/${escapeSegment(String(error.params.missingProperty))}`, code: 'required' };
    case 'additionalProperties':
      return { pointer: `${at}/${escapeSegment(String(error.params.additionalProperty))}`, code: 'unknown_field' };
    case 'uniqueItems':
      return { pointer: `${at}/${Math.max(error.params.i, error.params.j)}`, code: 'invalid_value' };
    default:
      return { pointer: at, code: CODES.get(error.keyword) ?? 'invalid_value' };
  }
}

const CODES = new Map<string, ViolationCode>([
  ['type', 'invalid_type'],
  ['minLength', 'too_small'],
  ['minimum', 'too_small'],
  ['minItems', 'too_small'],
  ['maxLength', 'too_big'],
  ['maximum', 'too_big'],
  ['maxItems', 'too_big'],
  ['enum', 'invalid_enum'],
  ['const', 'invalid_enum'],
  ['format', 'invalid_string'],
  ['pattern', 'invalid_string'],
]);

function messageOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a field of this request';
    case 'uniqueItems':
      return 'is given twice';
    case 'enum':
      return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
    case 'format':
      return FORMAT_MESSAGES.get(String(error.params.format)) ?? 'has the wrong format';
    default:
      return error.message ?? 'is invalid';
  }
}

const FORMAT_MESSAGES = new Map([
  ['email', 'must be an email address'],
  ['uri', NO_WEB_ADDRESS.message],
]);

/**
 * A violation for each id that repeats an earlier one of a list, regardless of case, which no schema can express
 * (decisions 9.7).
 * @param pointerAt the JSON pointer of the id at an index
 */
export function repeatedIds(ids: readonly string[], pointerAt: (index: number) => string): Violation[] {
  const taken = new Set<string>();
  return ids.flatMap((id, index): Violation[] => {
    const key = id.toLowerCase();
    if (taken.has(key)) return [{ pointer: pointerAt(index), code: 'invalid_value', message: 'is given twice' }];
    taken.add(key);
    return [];
  });
}
