import { Ajv, type ErrorObject, type SchemaValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { escapeSegment } from '../../platform/core/errors/pointer.ts';
import { blankFault, emailFault } from '../../platform/core/formats.ts';
import { dateFault, dateTimeFault } from '../../platform/core/instant.ts';
import { isText, objectFault } from './json-object.ts';

/** A fault of a bundle and its place. */
export interface Fault {
  /** RFC 6901 pointer into the bundle; empty for the whole document. */
  readonly pointer: string;
  readonly message: string;
}

/** The result of validating a value. */
export interface ShapeFaults {
  readonly faults: readonly Fault[];
  /** Whether the value has the schema's type: no property is missing or of the wrong type. */
  readonly isTyped: boolean;
}

const ajv = new Ajv({ allErrors: true, ownProperties: true, verbose: true, keywords: ['refersTo', 'within', 'of'] });
ajv.addKeyword({
  keyword: 'isKept',
  type: 'object',
  errors: true,
  validate: function check(_: true, value: object): boolean {
    const message = objectFault(value);
    (check as SchemaValidateFunction).errors = message === null ? [] : [{ keyword: 'isKept', message, params: {} }];
    return message === null;
  },
});
ajv.addFormat('text', isText);
ajv.addFormat('not-blank', (text: string) => isText(text) && blankFault(text) === null);
ajv.addFormat('date-time', (text: string) => dateTimeFault(text) === null);
ajv.addFormat('date', (text: string) => dateFault(text) === null);
ajv.addFormat('email', (text: string) => isText(text) && emailFault(text)?.code !== 'invalid_string');

/**
 * Validates a value with a schema and reports every fault.
 * @param pointer JSON pointer to the value in the bundle
 */
export function checkShape(schema: TSchema, value: unknown, pointer: string): ShapeFaults {
  const validate = ajv.compile(schema);
  if (validate(value)) return GOOD;
  const errors = (validate.errors ?? []).filter(({ keyword }) => !SUMMARIES.has(keyword));
  return {
    faults: errors.map((error) => ({ pointer: pointer + pointerOf(error), message: messageOf(error) })),
    isTyped: !errors.some(({ keyword }) => keyword === 'type' || keyword === 'required'),
  };
}

/** Those that only say that there are others. */
const SUMMARIES: ReadonlySet<string> = new Set(['propertyNames', 'if']);

const GOOD: ShapeFaults = { faults: [], isTyped: true };

function pointerOf({ instancePath, params, propertyName }: ErrorObject): string {
  const property: unknown = params.missingProperty ?? params.additionalProperty ?? propertyName;
  return property === undefined ? instancePath : `${instancePath}/${escapeSegment(String(property))}`;
}

function messageOf({ keyword, params, data, message = 'is invalid' }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a property of the format';
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'pattern':
      return params.pattern === '^$|\\S' ? 'must not be blank' : message;
    case 'format':
      if (params.format === 'not-blank') return blankFault(String(data))?.message ?? FORMATS.text ?? message;
      if (params.format === 'date') return dateFault(String(data))?.message ?? message;
      if (params.format === 'date-time') return dateTimeFault(String(data))?.message ?? message;
      return FORMATS[String(params.format)] ?? message;
    default:
      return message.replace(/,null$/, ' or null');
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  text: 'must not contain U+0000 or a lone surrogate',
  email: 'must be an email address',
};
