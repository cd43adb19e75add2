import { type DescField, getOption, ScalarType } from '@bufbuild/protobuf';
import { type FieldRules, field as rulesOption } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { format, TextFormat } from '../../proto/gen/lyceum/common/v1/format_pb.ts';
import { MAX_EMAIL_CHARACTERS } from './formats.ts';

type Json = Readonly<Record<string, unknown>>;

/** The JSON type of a field of the contract. Records need a schema of their own. */
export function typeOf(field: DescField): Json {
  if (field.fieldKind === 'list' && field.listKind === 'scalar')
    return { type: 'array', items: scalarType(field.scalar) };
  if (field.fieldKind !== 'scalar') throw new Error(`${field} needs a schema in its words`);
  return getOption(field, format) === TextFormat.INSTANT
    ? { type: 'string', format: 'date-time' }
    : scalarType(field.scalar);
}

/** The rules of a field of the contract as keywords of JSON Schema. */
export function rulesOf(field: DescField): Json {
  const rules = getOption(field, rulesOption);
  const ofItems = field.fieldKind === 'list' && rules.type.case === 'repeated' ? rules.type.value.items : undefined;
  return {
    ...FORMATS[getOption(field, format)],
    ...keywordsOf(rules),
    ...(ofItems ? { items: { ...(typeOf(field).items as Json), ...keywordsOf(ofItems) } } : {}),
  };
}

function scalarType(scalar: ScalarType): Json {
  switch (scalar) {
    case ScalarType.STRING:
      return { type: 'string' };
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.DOUBLE:
      return { type: 'number' };
    case ScalarType.INT32:
      return { type: 'integer', minimum: -2147483648, maximum: 2147483647 };
    default:
      throw new Error(`no JSON type for scalar ${scalar}`);
  }
}

const FORMATS: Readonly<Record<TextFormat, Json>> = {
  [TextFormat.UNSPECIFIED]: {},
  [TextFormat.INSTANT]: {},
  [TextFormat.EMAIL]: { format: 'email', maxLength: MAX_EMAIL_CHARACTERS },
  [TextFormat.WEB_ADDRESS]: { format: 'uri' },
  [TextFormat.DATE]: { format: 'date' },
  [TextFormat.NOT_BLANK]: { format: 'not-blank' },
};

function keywordsOf({ type }: FieldRules): Json {
  switch (type.case) {
    case undefined:
      return {};
    // The pattern of a text that is not blank accepts the empty text, which `minLength` rejects, so that this is one
    // violation, not two.
    case 'string': {
      const { minLen, maxLen, pattern } = type.value;
      return stated({ minLength: Number(minLen), maxLength: Number(maxLen), pattern });
    }
    case 'int32':
    case 'double':
      return { ...boundOf(type.value.greaterThan), ...boundOf(type.value.lessThan) };
    case 'repeated':
      return stated({
        minItems: Number(type.value.minItems),
        maxItems: Number(type.value.maxItems),
        uniqueItems: type.value.unique,
      });
    default:
      throw new Error(`rules of ${type.case} have no keywords`);
  }
}

const BOUNDS = { gt: 'exclusiveMinimum', gte: 'minimum', lt: 'exclusiveMaximum', lte: 'maximum' } as const;

function boundOf(bound: { case: keyof typeof BOUNDS; value: number } | { case: undefined }): Json {
  return bound.case ? { [BOUNDS[bound.case]]: bound.value } : {};
}

/** The keywords with a rule: an unset field of the rules is 0, false or empty. */
function stated(keywords: Json): Json {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value));
}
