import { create, type DescField, type DescMessage, getOption, ScalarType, toBinary } from '@bufbuild/protobuf';
import { type FieldRules, field as rulesOption } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { isResource, isWritable } from '../../../platform/core/resource.ts';
import { format, TextFormat } from '../../../proto/gen/lyceum/common/v1/format_pb.ts';
import { largestObject, type Meanings, type Schema } from './largest-body.ts';

/**
 * About the largest request that a contract accepts within a bound: if not all of its texts and inner lists can be as
 * long as they may, they are half of what would fit, or more.
 */
export function largestMessage(message: DescMessage, meanings: Meanings, bytes: number): object {
  const schema = schemaOf(message);
  const withMost = (most: number) => largestObject(schema, meanings, most);
  const fits = (init: object) => toBinary(message, create(message, init as never)).length <= bytes;
  let most = 1;
  // From below: far beyond the bound, lists within lists fill the memory.
  while (most < bytes && fits(withMost(2 * most))) most *= 2;
  return withMost(most);
}

/** A message as the object it is created from. */
function schemaOf(message: DescMessage): Schema {
  const members = message.members.map((member): [string, Schema] => {
    if (member.kind !== 'oneof') return [member.localName, ofField(member)];
    const [first] = member.fields as [DescField];
    return [member.localName, { properties: { case: fixed(first.localName), value: ofField(first) } }];
  });
  const changed = message.fields.find((field) => field.message && isResource(field.message))?.message;
  const paths = changed?.fields.filter(isWritable).map(({ name }) => name);
  return {
    properties: { ...Object.fromEntries(members), ...(message.field.updateMask && { updateMask: fixed({ paths }) }) },
  };
}

function ofField(field: DescField): Schema {
  if (!isWritable(field) || field.fieldKind === 'map') return fixed(undefined);
  const rules = getOption(field, rulesOption);
  if (field.fieldKind !== 'list') return ofValue(field, rules);
  const { maxItems, items, unique } = rules.type.case === 'repeated' ? rules.type.value : ANY_LIST;
  // All values of an enum but those that stand for nothing, each once.
  if (unique && field.enum) return fixed(allowed(field, items));
  return { items: ofValue(field, items), maxItems: Number(maxItems) || UNBOUNDED };
}

/** The values of an enum that a field takes; not the one that stands for none. */
function allowed({ enum: of }: DescField, rules: FieldRules | undefined): number[] {
  const excluded = rules?.type.case === 'enum' ? rules.type.value.notIn : [];
  return (of?.values ?? []).map(({ number }) => number).filter((number) => number > 0 && !excluded.includes(number));
}

function ofValue(field: DescField, rules: FieldRules | undefined): Schema {
  if (field.message) return schemaOf(field.message);
  if (field.enum) return fixed(allowed(field, rules).at(-1));
  const { type } = rules ?? { type: { case: undefined } };
  switch (field.scalar) {
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.BYTES:
      return fixed(new Uint8Array(type.case === 'bytes' ? Number(type.value.maxLen) : 0));
    case ScalarType.INT64:
      return fixed(BigInt(Number.MAX_SAFE_INTEGER));
    case ScalarType.STRING:
      return ofText(field, type);
    default:
      return fixed(type.case === 'int32' || type.case === 'double' ? (type.value.lessThan.value ?? LARGE) : LARGE);
  }
}

function ofText(field: DescField, type: FieldRules['type'] | { case: undefined }): Schema {
  const own = FORMATS[getOption(field, format)];
  if (own) return own;
  if (type.case !== 'string') return { maxLength: UNBOUNDED };
  const { in: choices, wellKnown, len, maxLen, pattern } = type.value;
  if (choices.length > 0) return { enum: choices };
  if (wellKnown.case === 'uuid') return fixed(NO_ID);
  const [, exactly = Number(len)] = /\{(\d+)\}\$$/.exec(pattern) ?? [];
  if (exactly) return fixed('0'.repeat(Number(exactly)));
  return { maxLength: Number(maxLen) || UNBOUNDED };
}

const ANY_LIST = { maxItems: 0n, items: undefined, unique: false };
const fixed = (value: unknown): Schema => ({ enum: [value] });
const NO_ID = '01990000-0000-7000-8000-00000000000f';
const LARGE = 2 ** 31 - 1;
/** Of a list or a text without a bound of its own. */
const UNBOUNDED = 1_000;

const FORMATS: { readonly [F in TextFormat]?: Schema } = {
  [TextFormat.INSTANT]: fixed('2026-10-05T06:00:00.000Z'),
  [TextFormat.DATE]: fixed('2026-10-05'),
  [TextFormat.EMAIL]: fixed(`${'x'.repeat(64)}@${`${'x'.repeat(60)}.`.repeat(4)}example`.slice(0, 320)),
  [TextFormat.WEB_ADDRESS]: { format: 'uri', maxLength: 2_000 },
};
